import { Button } from '@mantine/core'
import { IconPencil, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useIds } from '../../../lib/search.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import type { CampaignDetails, CampaignTab } from '../../../shared/tabs/campaign-tab.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { TabBar } from '../../../ui/layout/tab-bar.tsx'
import { useCanInCampaign } from '../campaign-access.ts'
import { EnableSwitch } from '../campaign-cells.tsx'
import { CampaignMenu } from '../campaign-menu.tsx'
import { CampaignState } from '../campaign-state.tsx'
import { campaignQuery, useLiveCampaign } from '../campaigns.api.ts'
import { DeleteCampaign } from '../delete-campaign.tsx'
import { useDeleting } from '../use-deleting.ts'

/** Everything of one campaign, in tabs; each member sees those that they may use. */
export function CampaignPage({ tabs }: { tabs: readonly CampaignTab[] }) {
  const { t } = useTranslation('campaigns')
  const { campaignId } = useIds(paths.campaignTab)
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(campaignQuery(businessId, campaignId))
  useLiveCampaign(businessId, campaignId)
  // After a failed refetch, the campaign may be deleted or no longer accessible.
  if (data && !error) return <Shown key={campaignId} campaign={data.campaign} tabs={tabs} />
  return (
    <Page title={t('page.title')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={8} columns={2} />}
    </Page>
  )
}

function Shown({ campaign, tabs }: { campaign: CampaignDetails; tabs: readonly CampaignTab[] }) {
  const { t } = useTranslation('campaigns')
  const { tab: asked } = useIds(paths.campaignTab)
  const { businessId } = useBusiness()
  const can = useCanInCampaign()
  const deleting = useDeleting()
  const navigate = useNavigate()
  const { _id, name, state } = campaign
  const mine = tabs.filter(({ needs }) => !needs || can(needs, campaign))
  const shown = mine.find(({ id }) => id === asked) ?? mine[0]
  const canEdit = can('campaigns.edit', campaign)
  return (
    <Page
      title={name}
      heading={<UserText>{name}</UserText>}
      beside={
        <>
          <CampaignState state={state} />
          {canEdit && <EnableSwitch campaign={campaign} />}
          <CampaignMenu campaign={campaign} onDelete={deleting.ask} isOfPage />
        </>
      }
      actions={
        <>
          {canEdit && (
            <Button
              variant="default"
              component={Link}
              to={paths.editCampaign(businessId, _id)}
              leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
            >
              {t('menu.edit')}
            </Button>
          )}
          <Button
            component={Link}
            to={paths.leads(businessId, _id)}
            leftSection={<IconUsers size={16} stroke={1.75} aria-hidden />}
          >
            {t('menu.leads')}
          </Button>
        </>
      }
      summary={
        <TabBar
          label={t('page.title')}
          tabs={mine.map((tab, place) => ({
            key: tab.id,
            label: t(`page.tabs.${tab.id}`),
            to: place === 0 ? paths.campaign(businessId, _id) : paths.campaignTab(businessId, _id, tab.id),
            isActive: tab === shown,
          }))}
        />
      }
    >
      {shown?.sections.map((Section, place) => (
        // Each is shown as soon as its code is there.
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a tab are fixed.
        <Suspense key={`${shown.id} ${place}`} fallback={<SkeletonRows rows={4} columns={3} />}>
          <Section campaign={campaign} />
        </Suspense>
      ))}
      <DeleteCampaign {...deleting} onDone={() => void navigate({ to: paths.campaigns(businessId), replace: true })} />
    </Page>
  )
}
