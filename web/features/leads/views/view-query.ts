import { DEFAULT_LEAD_SORT } from '#contract/leads/lead-sorts.ts'
import type { LeadViewQuery } from '#contract/leads/saved-views/lead-views.ts'
import type { LeadsLook } from '#contract/team/users.ts'
import { wordsOf } from '../../../lib/list-search.ts'
import { paths } from '../../../lib/paths.ts'
import { link } from '../../../lib/search.ts'
import { parametersIn, searchOfFilters } from '../../../shared/saved-views/view-list.ts'
import { formatWhere } from '../conditions/where-text.ts'
import { choicesOf, formatColumns, type LeadsSearch } from '../filters/leads-search.ts'

/** A list's place: what its path says. */
export type ListPlace = { campaignId: string | null; look: LeadsLook }

/** What the address of a list shows, as a view keeps it: without the page. */
export function viewQueryOf(search: LeadsSearch, { campaignId, look }: ListPlace): LeadViewQuery {
  const { sort, date, from, to, columns } = search
  const words = wordsOf(search)
  const days = date ? { date } : { ...(from && { from }), ...(to && { to }) }
  return {
    look,
    campaignId,
    sort,
    ...(words && { search: words }),
    filters: { ...choicesOf(search), ...days },
    ...(columns && { columns }),
  }
}

const encoded = (texts: readonly string[] | undefined) => texts?.map(encodeURIComponent)

/** The search parameters that show the query. */
function searchOf({ sort, search, filters, columns }: LeadViewQuery) {
  const { where, source, tag, ...others } = filters
  return {
    ...searchOfFilters(others),
    source: encoded(source),
    tag: encoded(tag),
    where: where && formatWhere(where),
    search,
    sort: sort === DEFAULT_LEAD_SORT ? undefined : sort,
    columns: columns && formatColumns(columns),
  }
}

const parametersOf = (query: LeadViewQuery) => parametersIn(searchOf(query))

/** Link to what a view shows: the address holds all of it, and the view's id. */
export const linkToView = (businessId: string, { _id, query }: { _id: string; query: LeadViewQuery }) =>
  link(paths.leads(businessId, query.campaignId, query.look), { view: _id, ...Object.fromEntries(parametersOf(query)) })

const keyOf = (query: LeadViewQuery) => JSON.stringify([query.look, query.campaignId, parametersOf(query)])
export const showsSame = (one: LeadViewQuery, other: LeadViewQuery) => keyOf(one) === keyOf(other)
