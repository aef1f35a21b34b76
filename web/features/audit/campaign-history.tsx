import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useSearchState } from '../../lib/search.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { usePageSize } from '../../lib/storage.ts'
import { CampaignPart, NothingHere } from '../../shared/tabs/campaign-part.tsx'
import type { CampaignDetails } from '../../shared/tabs/campaign-tab.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { auditQuery } from './audit.api.ts'
import classes from './audit-page.module.css'
import { AuditRow } from './audit-row.tsx'
import { AuditSearch } from './audit-search.ts'
import { AuditSides } from './audit-sides.tsx'

const Place = z.object({ before: AuditSearch.shape.before, after: AuditSearch.shape.after })

/** Who changed what in the campaign: its entries of the audit log, without its leads. */
export function CampaignHistory({ campaign: { _id } }: { campaign: CampaignDetails }) {
  const { t } = useTranslation('audit')
  const { businessId } = useBusiness()
  const [{ before, after }, set] = useSearchState(Place)
  const [limit, setLimit] = usePageSize('audit')
  const query = { about: _id, kind: 'campaigns' as const, limit, ...(before && { before }), ...(after && { after }) }
  const { data, error, refetch } = useQuery(auditQuery(businessId, query))
  return (
    <CampaignPart title={t('ofCampaign')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={6} columns={3} />}
      {data?.rows.length === 0 && <NothingHere>{t('ofCampaignEmpty')}</NothingHere>}
      {data && data.rows.length > 0 && (
        <ul className={classes.rows} aria-label={t('list')}>
          {data.rows.map((row) => (
            <AuditRow key={row._id} businessId={businessId} row={row} />
          ))}
        </ul>
      )}
      {data && (data.hasNewer || data.hasOlder) && (
        <div className={classes.sides}>
          <AuditSides data={data} size={[limit, setLimit]} onChange={set} />
        </div>
      )}
    </CampaignPart>
  )
}
