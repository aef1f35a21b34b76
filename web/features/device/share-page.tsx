import { Select, Tabs } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Lead } from '#contract/leads/leads.ts'
import { useSearchState } from '../../lib/search.ts'
import { setCurrentBusinessId, setCurrentCampaignId } from '../../lib/session/current-business.ts'
import { campaignNamesQuery, useCan, useSession } from '../../lib/session/session.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ExistingLead } from './existing-lead.tsx'
import { recognise } from './recognised.ts'
import { SharedCard } from './shared-card.tsx'
import { type SharedContent, sharedQuery } from './sharing.api.ts'
import classes from './sharing.module.css'
import { type AddFiles, useSharing } from './use-sharing.ts'

type Given = { id: string; values: { name: string; phone: string; email: string; message: string } }
/** Pieces of other features. */
export type SharingParts = {
  NewLead: ComponentType<{
    businessId: string
    campaignId: null
    given: Given
    onDone: (lead: Lead) => void
    onCancel: () => void
  }>
  addFiles: AddFiles
}

/** Adds what another app shared to a new lead or to one that exists. */
export function SharePage(parts: SharingParts) {
  const { t } = useTranslation('device')
  const { user, businessId } = useSession()
  const { data, isError } = useQuery(sharedQuery(user._id))
  // A browser that stores nothing received nothing.
  const shared = isError ? null : data
  return (
    <Page title={t('share.title')}>
      {shared === undefined && <SkeletonRows rows={4} columns={1} />}
      {shared === null && <EmptyState icon={<IconShare />} title={t('share.nothing')} text={t('share.nothingText')} />}
      {shared && !businessId && (
        <EmptyState icon={<IconShare />} title={t('share.noBusiness')} text={t('share.noBusinessText')} />
      )}
      {shared && businessId && <Choice key={`${shared.id}-${businessId}`} {...{ shared, businessId }} {...parts} />}
    </Page>
  )
}

const ways = ['new', 'existing'] as const
const Way = z.object({ as: z.enum(ways).optional().catch(undefined) })

function Choice({
  shared,
  businessId,
  NewLead,
  addFiles,
}: SharingParts & { shared: SharedContent; businessId: string }) {
  const { t } = useTranslation('device')
  const { data: names } = useQuery(campaignNamesQuery(businessId))
  const [{ as }, setWay] = useSearchState(Way)
  const [canEdit, canAddFiles] = [useCan('leads.edit'), useCan('files.add')]
  const found = recognise(shared, shared.contacts)
  const sharing = useSharing({ shared, businessId, addFiles })
  const way = as ?? (found.phone || found.email ? 'new' : 'existing')
  const { name, phone, email, note } = found
  return (
    <div className={classes.screen}>
      <SharedCard {...{ shared }} text={found.text} isCut={shared.isCut || found.isCut} onDiscard={sharing.discard} />
      <BusinessChoice businessId={businessId} />
      {!names && <SkeletonRows rows={4} columns={1} />}
      {names && !canEdit && !canAddFiles && <NoPermission />}
      {names && (canEdit || canAddFiles) && (
        <Tabs value={way} onChange={(next) => void setWay({ as: next })} keepMounted={false}>
          <Tabs.List grow aria-label={t('share.as')}>
            <Tabs.Tab value="new" disabled={!canEdit}>
              {t('share.newLead')}
            </Tabs.Tab>
            <Tabs.Tab value="existing">{t('share.existing')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="new" className={classes.panel}>
            <Suspense fallback={<SkeletonRows rows={6} columns={1} />}>
              <NewLead
                {...{ businessId }}
                campaignId={null}
                given={{ id: shared.id, values: { name, phone, email, message: note } }}
                onDone={(lead) => void sharing.addedNew(lead)}
                onCancel={sharing.leave}
              />
            </Suspense>
          </Tabs.Panel>
          <Tabs.Panel value="existing" className={classes.panel}>
            <ExistingLead {...{ businessId, shared, sharing }} text={found.text} />
          </Tabs.Panel>
        </Tabs>
      )}
    </div>
  )
}

/** For people of several businesses. */
function BusinessChoice({ businessId }: { businessId: string }) {
  const { t } = useTranslation('device')
  const { businesses } = useSession()
  if (businesses.length < 2) return null
  return (
    <Select
      label={t('share.business')}
      data={businesses.map(({ businessId: value, business }) => ({ value, label: business.name }))}
      value={businessId}
      allowDeselect={false}
      onChange={(next) => {
        if (!next) return
        setCurrentCampaignId(null)
        setCurrentBusinessId(next)
      }}
    />
  )
}
