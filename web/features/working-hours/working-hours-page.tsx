import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useIds } from '../../lib/search.ts'
import { campaignNamesQuery, useBusiness } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { Crumbs } from '../../ui/layout/crumbs.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { HoursForm } from './hours-form.tsx'
import { type HoursOwner, hoursQuery } from './working-hours.api.ts'

// biome-ignore lint/performance/noBarrelFile: loaded with its page, because a file of its own would split those that other pages share.
export { HoursState } from './hours-state.tsx'

/** When the business is open. */
export function WorkingHoursPage() {
  const { t } = useTranslation('working-hours')
  const { businessId } = useBusiness()
  return <Hours owner={{ businessId, campaignId: null }} title={t('title')} />
}

/** When a campaign is open: as the business, or by hours of its own. */
export function CampaignHoursPage() {
  const { t } = useTranslation('working-hours')
  const { businessId } = useBusiness()
  const { campaignId } = useIds(paths.campaignHours)
  const { data } = useQuery(campaignNamesQuery(businessId))
  const name = data?.campaigns.find(({ _id }) => _id === campaignId)?.name
  const crumbs = name && <Crumbs trail={[{ name, to: paths.campaign(businessId, campaignId) }]} />
  return <Hours owner={{ businessId, campaignId }} title={t('title')} context={crumbs} />
}

type Props = { owner: HoursOwner; title: string; context?: ReactNode }
function Hours({ owner, title, context }: Props) {
  // Also loads the namespaces of child components: loading them later would suspend the whole screen again.
  useTranslation(['working-hours', 'open-ranges', 'unsaved'])
  const { data, error, refetch } = useQuery(hoursQuery(owner))
  const reload = async () => (await refetch()).data
  if (data)
    return <HoursForm key={owner.campaignId ?? owner.businessId} {...{ owner, title, context, reload }} stored={data} />
  return (
    <Page title={title} context={context}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={8} columns={2} />}
    </Page>
  )
}
