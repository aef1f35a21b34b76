import type { Lead } from '#contract/leads.ts'
import type { LeadList } from '../leads.api.ts'

/**
 * The page as it may be shown while the reader points at it: the same rows in the same places, with what others have
 * changed in them, without those that are gone; the totals are the new ones.
 */
export function keepPlaces(shown: LeadList, fresh: LeadList, deleted: ReadonlySet<string>): LeadList {
  const news = new Map<string, Lead>(fresh.leads.map((lead) => [lead._id, lead]))
  const leads = shown.leads
    .filter(({ _id }) => news.has(_id) || !deleted.has(_id))
    .map((lead) => news.get(lead._id) ?? lead)
  return { ...fresh, pagination: { ...fresh.pagination, page: shown.pagination.page }, leads }
}

/** How many of the leads that were created meanwhile belong to the list, as far as its first page tells. */
export function countArrived(firstPage: LeadList, created: ReadonlySet<string>, isFiltered: boolean) {
  if (!isFiltered) return created.size
  return firstPage.leads.filter(({ _id }) => created.has(_id)).length
}

/** Leads of the page that are not shown yet. */
export const newcomers = (shown: readonly Lead[], fresh: LeadList) =>
  fresh.leads.map(({ _id }) => _id).filter((id) => !shown.some(({ _id }) => _id === id))
