import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { CampaignPart, NothingHere } from '../../shared/tabs/campaign-part.tsx'
import type { CampaignDetails } from '../../shared/tabs/campaign-tab.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { requestsQuery, sourcesQuery } from './lead-sources.api.ts'
import classes from './lead-sources.module.css'
import { NewSource } from './new-source.tsx'
import { RequestList } from './request-list.tsx'
import { SourceRow } from './source-row.tsx'

/** The other systems that send leads to the campaign (Owners), and what of it could not be read. */
export function CampaignSources({ campaign: { _id } }: { campaign: CampaignDetails }) {
  const isOwner = useCan('business.settings')
  const mayRepair = useCan('leads.repair', _id)
  return (
    <>
      {isOwner && <Sources campaignId={_id} />}
      {mayRepair && <Unread campaignId={_id} />}
    </>
  )
}

function Sources({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation('lead-sources')
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(sourcesQuery(businessId, campaignId))
  return (
    <CampaignPart title={t('title')} action={<NewSource campaignId={campaignId} />}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={2} columns={3} />}
      {data?.sources.length === 0 && <NothingHere>{t('empty')}</NothingHere>}
      {data && data.sources.length > 0 && (
        <ul className={classes.rows}>
          {data.sources.map((source) => (
            <SourceRow key={source._id} source={source} />
          ))}
        </ul>
      )}
    </CampaignPart>
  )
}

/** Shown while there is something to repair. */
function Unread({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation('lead-sources')
  const { businessId } = useBusiness()
  const { data } = useQuery(requestsQuery(businessId, { campaignId, state: 'unread', limit: 25 }))
  if (!data?.pagination.total) return null
  return (
    <CampaignPart title={t('unread.title', { count: data.pagination.total })}>
      <p className={classes.second}>{t('unread.text')}</p>
      <RequestList requests={data.deliveries} />
    </CampaignPart>
  )
}
