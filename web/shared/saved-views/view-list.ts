import type { QueryKey } from '@tanstack/react-query'
import type { LeadView } from '#contract/leads/saved-views/lead-views.ts'
import type { ViewList } from '#contract/leads/saved-views/saved-views.ts'
import type { link } from '../../lib/search.ts'

/** Used in place of a view's id: no view, although the person's list has a default view. */
export const NO_VIEW = 'all'

/** What the views of every list keep. */
export type ViewQuery = { campaignId: string | null; search?: string | undefined; filters: object }
export type SavedView<Query> = Omit<LeadView, 'query'> & { query: Query }
type Fields<Query> = Partial<Pick<SavedView<Query>, 'name' | 'isShared' | 'isPinned' | 'query'>>
export type NewView<Query> = Required<Fields<Query>>
export type ViewChanges<Query> = Fields<Query> & {
  expected?: Fields<Query>
  isDefault?: boolean
  before?: string | null
}

type One<Query> = { view: SavedView<Query> }
/**
 * The saved views of one list: how they are read and stored, and what shows them. Functions of a query are methods, so that
 * components that are loaded later take the views of any list.
 */
export type ViewsOf<Query extends ViewQuery> = {
  /** Also the key of its texts. */
  list: ViewList
  key: (businessId: string) => QueryKey
  /** Where the session names the person's default. */
  sessionKey: 'defaultLeadView' | 'defaultCallView'
  read: (signal: AbortSignal) => Promise<{ views: SavedView<Query>[] }>
  create(body: NewView<Query>): Promise<One<Query>>
  change(id: string, body: ViewChanges<Query>): Promise<One<Query>>
  remove: (id: string) => Promise<unknown>
  restore: (id: string) => Promise<One<Query>>
  /** The link to what a view shows: the address holds all of it, and the view's id. */
  linkTo(businessId: string, view: { _id: string; query: Query }): ReturnType<typeof link>
  showsSame(one: Query, other: Query): boolean
}

/** A view of a campaign that the person may not read is shown over those that they may. */
export const readableQuery = <Query extends ViewQuery>(
  query: Query,
  campaigns: readonly { _id: string }[] | undefined,
): Query =>
  query.campaignId && campaigns && !campaigns.some(({ _id }) => _id === query.campaignId)
    ? { ...query, campaignId: null }
    : query

const asText = (value: unknown) => (value === true ? 'true' : Array.isArray(value) ? value : String(value))
/** Filters as the search parameters that show them. */
export const searchOfFilters = (filters: object) =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, asText(value)]))

type Parameters = Record<string, string | readonly string[] | undefined>
/** The parameters that are set, in the order of their names; the order of chosen values does not count. */
export const parametersIn = (search: Parameters) =>
  Object.entries(search)
    .flatMap(([name, value]) =>
      value === undefined || value.length === 0
        ? []
        : [[name, typeof value === 'string' ? value : value.toSorted().join()]],
    )
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
