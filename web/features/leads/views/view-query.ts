import { DEFAULT_LEAD_SORT } from '#contract/leads/lead-sorts.ts'
import type { LeadViewQuery } from '#contract/leads/views/lead-views.ts'
import type { LeadsLook } from '#contract/team/users.ts'
import { wordsOf } from '../../../lib/list-search.ts'
import { paths } from '../../../lib/paths.ts'
import { link } from '../../../lib/search.ts'
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

const asText = (value: unknown) => (value === true ? 'true' : Array.isArray(value) ? value : String(value))
const encoded = (texts: readonly string[] | undefined) => texts?.map(encodeURIComponent)

/** The search parameters that show the query. */
function searchOf({ sort, search, filters, columns }: LeadViewQuery) {
  const { where, source, tag, ...others } = filters
  const texts = Object.entries(others).map(([name, value]) => [name, asText(value)])
  return {
    ...Object.fromEntries(texts),
    source: encoded(source),
    tag: encoded(tag),
    where: where && formatWhere(where),
    search,
    sort: sort === DEFAULT_LEAD_SORT ? undefined : sort,
    columns: columns && formatColumns(columns),
  } as Record<string, string | string[] | undefined>
}

/** The parameters that are set, in the order of their names; the order of chosen values does not count. */
const parametersOf = (query: LeadViewQuery) =>
  Object.entries(searchOf(query))
    .flatMap(([name, value]) =>
      value === undefined || value.length === 0 ? [] : [[name, Array.isArray(value) ? value.toSorted().join() : value]],
    )
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))

/** Link to what a view shows: the address holds all of it, and the view's id. */
export const linkToView = (businessId: string, { _id, query }: { _id: string; query: LeadViewQuery }) =>
  link(paths.leads(businessId, query.campaignId, query.look), { view: _id, ...Object.fromEntries(parametersOf(query)) })

const keyOf = (query: LeadViewQuery) => JSON.stringify([query.look, query.campaignId, parametersOf(query)])
export const showsSame = (one: LeadViewQuery, other: LeadViewQuery) => keyOf(one) === keyOf(other)

/** A view of a campaign that the person may not read is shown over those that they may. */
export const readableQuery = (
  query: LeadViewQuery,
  campaigns: readonly { _id: string }[] | undefined,
): LeadViewQuery =>
  query.campaignId && campaigns && !campaigns.some(({ _id }) => _id === query.campaignId)
    ? { ...query, campaignId: null }
    : query
