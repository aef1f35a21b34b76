import { type CallViewQuery, callViewRoutes } from '#contract/leads/saved-views/call-views.ts'
import { call } from '../../../lib/http/call.ts'
import { wordsOf } from '../../../lib/list-search.ts'
import { paths } from '../../../lib/paths.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { link } from '../../../lib/search.ts'
import { parametersIn, searchOfFilters, type ViewsOf } from '../../../shared/saved-views/view-list.ts'
import { type CallsSearch, choicesOf } from '../filters/calls-search.ts'

const DEFAULT_SORT = '-date'

/** What the address of a list shows, as a view keeps it: without the page and the open call. */
export function viewQueryOf(search: CallsSearch, campaignId: string | null): CallViewQuery {
  const { sort, date, from, to } = search
  const words = wordsOf(search)
  const days = date ? { date } : { ...(from && { from }), ...(to && { to }) }
  return { campaignId, sort, ...(words && { search: words }), filters: { ...choicesOf(search), ...days } }
}

const parametersOf = ({ sort, search, filters }: CallViewQuery) =>
  parametersIn({ ...searchOfFilters(filters), search, sort: sort === DEFAULT_SORT ? undefined : sort })
const keyOf = (query: CallViewQuery) => JSON.stringify([query.campaignId, parametersOf(query)])

export const callViews: ViewsOf<CallViewQuery> = {
  list: 'calls',
  key: queryKeys.savedViewsOfCalls,
  sessionKey: 'defaultCallView',
  read: (signal) => call(callViewRoutes.list, undefined, { signal }),
  create: (body) => call(callViewRoutes.create, { body }),
  change: (id, body) => call(callViewRoutes.change, { params: { id }, body }),
  remove: (id) => call(callViewRoutes.remove, { params: { id } }),
  restore: (id) => call(callViewRoutes.restore, { params: { id } }),
  linkTo: (businessId, { _id, query }) =>
    link(paths.calls(businessId, query.campaignId), { view: _id, ...Object.fromEntries(parametersOf(query)) }),
  showsSame: (one, other) => keyOf(one) === keyOf(other),
}
