import type { LeadFilters } from '#contract/leads/lead-filters.ts'
import type { Db } from '../../../platform/db/db.ts'
import { listStatusIds } from './list.queries.ts'
import type { ResolvedFilters } from './list.rules.ts'

/** Replaces `statusType` by the ids of the matching statuses. */
export async function expandStatusTypes(
  db: Db,
  businessId: string,
  { statusType, ...filters }: LeadFilters = {},
): Promise<ResolvedFilters> {
  if (!statusType) return filters
  const ofTypes = await listStatusIds(db, businessId, statusType)
  return { ...filters, status: filters.status?.filter((id) => ofTypes.includes(id)) ?? ofTypes }
}
