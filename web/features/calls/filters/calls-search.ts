import { z } from 'zod'
import { callDirections, callStatuses } from '#contract/calls/call-statuses.ts'
import { type CallFilters, callSorts } from '#contract/calls/calls.ts'
import { commaList, id } from '#contract/common.ts'
import { hoursOfDay, weekdays } from '#contract/values/week-hours.ts'
import { type Changes, daysOf, flag, listSearch, withoutFilters, wordsOf } from '../../../lib/list-search.ts'
import { NO_VIEW } from '../../../shared/saved-views/view-list.ts'
import type { CallListQuery, CallSummaryQuery } from '../calls.api.ts'

/** Filters that are on or off. */
export const flagFilters = ['missed', 'returned', 'notReturned', 'recording', 'firstTime', 'abandoned', 'test'] as const
/** Filters chosen from a list or a calendar. */
export const listFilters = ['status', 'number', 'answeredBy', 'rang', 'date', 'weekday', 'hour'] as const
export type ListFilter = (typeof listFilters)[number]

/** The call list's search parameters. */
export const CallsSearch = z.object({
  ...listSearch,
  sort: z.enum(callSorts).default('-date'),
  status: commaList(z.enum(callStatuses)).optional(),
  direction: z.enum(callDirections).optional(),
  /** Virtual numbers. */
  number: commaList(id).optional(),
  answeredBy: commaList(id).optional(),
  /** People whose phones rang. */
  rang: commaList(id).optional(),
  weekday: commaList(z.enum(weekdays)).optional(),
  hour: commaList(z.enum(hoursOfDay)).optional(),
  missed: flag.optional(),
  returned: flag.optional(),
  notReturned: flag.optional(),
  recording: flag.optional(),
  firstTime: flag.optional(),
  abandoned: flag.optional(),
  /** Test calls: excluded from every other list. */
  test: flag.optional(),
  /** The saved view that the list shows; the other parameters hold what it shows. */
  view: z.union([id, z.literal(NO_VIEW)]).optional(),
  /** The call whose details are open. */
  call: id.optional(),
})
export type CallsSearch = z.output<typeof CallsSearch>

export type FilterProps = {
  businessId: string
  campaignId: string | null
  search: CallsSearch
  onChange: (changes: Changes) => void
}

/** Filters other than days. */
export function choicesOf(search: CallsSearch): CallFilters {
  const { status, direction, number, answeredBy, rang, weekday, hour } = search
  return {
    ...(status?.length && { status }),
    ...(direction && { direction }),
    ...(number?.length && { number }),
    ...(answeredBy?.length && { answeredBy }),
    ...(rang?.length && { rang }),
    ...(weekday?.length && { weekday }),
    ...(hour?.length && { hour }),
    ...Object.fromEntries(flagFilters.filter((name) => search[name]).map((name) => [name, true])),
  }
}

export const filtersOf = (search: CallsSearch): CallFilters => ({ ...choicesOf(search), ...daysOf(search) })

/** The number of active filters, except direction, which has its own switch. */
export const countFilters = (search: CallsSearch) => {
  const { status, number, answeredBy, rang, weekday, hour, date, from, to } = search
  const lists = [status, number, answeredBy, rang, weekday, hour].filter((chosen) => chosen?.length)
  return lists.length + (date || from || to ? 1 : 0) + flagFilters.filter((name) => search[name]).length
}

export const isFiltered = (search: CallsSearch) =>
  countFilters(search) > 0 || search.direction !== undefined || wordsOf(search) !== undefined

/** Clears all filters and the search. */
export const noFilters = withoutFilters([...listFilters, ...flagFilters, 'direction'])

/** The query of the summary: all calls of the list, regardless of page. */
export function summaryQueryOf(search: CallsSearch, campaignId: string | null): CallSummaryQuery {
  const filters = filtersOf(search)
  const words = wordsOf(search)
  return {
    ...(campaignId && { campaignId }),
    ...(Object.keys(filters).length > 0 && { filters: JSON.stringify(filters) }),
    ...(words && { search: words }),
  }
}

/** The list's query; campaign null means all campaigns whose calls the member may read. */
export const listQueryOf = (search: CallsSearch, campaignId: string | null, limit: number) =>
  ({
    page: search.page,
    limit,
    sort: search.sort,
    ...(!campaignId && { all: 'true' as const }),
    ...summaryQueryOf(search, campaignId),
  }) satisfies CallListQuery

/** The list's filters as the body of an export request. */
export function exportOf(search: CallsSearch, campaignId: string | null) {
  const words = wordsOf(search)
  return {
    ...(campaignId && { campaignId: [campaignId] }),
    filters: filtersOf(search),
    ...(words && { search: words }),
  }
}
