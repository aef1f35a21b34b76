import type { LeadFilters } from '#contract/lead-filters.ts'
import type { Db } from '../../../platform/db/db.ts'
import { listStatusIds } from './list.queries.ts'
import type { ToldFilters } from './list.rules.ts'

/** A filter by types of statuses is one by the statuses that the business has of them; of those that are asked for, too. */
export async function tellStatuses(
  db: Db,
  businessId: string,
  { statusType, ...filters }: LeadFilters = {},
): Promise<ToldFilters> {
  if (!statusType) return filters
  const ofTypes = await listStatusIds(db, businessId, statusType)
  return { ...filters, status: filters.status?.filter((id) => ofTypes.includes(id)) ?? ofTypes }
}
