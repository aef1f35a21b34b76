import { z } from 'zod'
import { commaList, id } from '#contract/common.ts'
import { isOwnFieldName } from '#contract/lead-fields/own-fields.ts'
import { NO_OPTION } from '#contract/leads/lead-board.ts'
import { type BoardBy, isFreeChoice } from '#contract/leads/lead-fields.ts'
import type { LeadFilters } from '#contract/leads/lead-filters.ts'
import { DEFAULT_LEAD_SORT, SentSort } from '#contract/leads/lead-sorts.ts'
import { statusTypes } from '#contract/leads/lead-status.ts'
import { partsOf } from '#contract/leads/lead-where.ts'
import { responseBuckets, targetStates } from '#contract/leads/responses/responses.ts'
import { type ShownColumn, ShownColumns } from '#contract/leads/table-views.ts'
import { hoursOfDay, weekdays } from '#contract/values/week-hours.ts'
import { type Changes, daysOf, flag, listSearch, withoutFilters, wordsOf } from '../../../lib/list-search.ts'
import { NO_VIEW } from '../../../shared/saved-views/view-list.ts'
import { parseWhere } from '../conditions/where-text.ts'
import type { LeadListQuery } from '../leads.api.ts'

/** Sources and tags are free text, so each is encoded by itself: a comma inside one does not split it. */
const encodedTexts = z.string().transform((value, context) => {
  try {
    return value.split(',').filter(Boolean).map(decodeURIComponent)
  } catch {
    context.addIssue({ code: 'custom' })
    return z.NEVER
  }
})
/** See where-text.ts. */
const conditions = z.string().transform((value, context) => {
  const where = parseWhere(value)
  if (where) return where
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

/** Shown columns in order, with a width where one is set: `name:160,phone`. */
const shownColumns = z
  .string()
  .transform((value) =>
    value.split(',').map((text) => {
      const [key, width] = text.split(':')
      return { key, ...(width && { width: Number(width) }) }
    }),
  )
  .pipe(ShownColumns)
export const formatColumns = (columns: readonly ShownColumn[]) =>
  columns.map(({ key, width }) => (width ? `${key}:${width}` : key)).join(',')

/** Filters by values that are chosen from a list. */
const choiceFilters = [
  'status',
  'statusType',
  'source',
  'assigned',
  'tag',
  'response',
  'responseTarget',
  'weekday',
  'hour',
] as const
export type ChoiceFilter = (typeof choiceFilters)[number]
/** Filters with a list or a calendar to choose from. */
export const listFilters = [...choiceFilters, 'date'] as const
export type ListFilter = (typeof listFilters)[number]
/** Filters that are on or off. */
export const flagFilters = ['unread', 'unanswered', 'late', 'duplicate', 'trash'] as const

/** The search parameters of a list of leads. */
export const LeadsSearch = z.object({
  ...listSearch,
  sort: SentSort.default(DEFAULT_LEAD_SORT),
  status: commaList(id).optional(),
  /** Any status of these types: a link that works in every business. */
  statusType: commaList(z.enum(statusTypes)).optional(),
  source: encodedTexts.optional(),
  /** Time to the first response. */
  response: commaList(z.enum(responseBuckets)).optional(),
  /** How the first response stands to the campaign’s target. */
  responseTarget: commaList(z.enum(targetStates)).optional(),
  weekday: commaList(z.enum(weekdays)).optional(),
  hour: commaList(z.enum(hoursOfDay)).optional(),
  /** Ids of people; `none`: unassigned. */
  assigned: commaList(z.union([id, z.literal('none')])).optional(),
  tag: encodedTexts.optional(),
  unread: flag.optional(),
  duplicate: flag.optional(),
  unanswered: flag.optional(),
  late: flag.optional(),
  trash: flag.optional(),
  where: conditions.optional(),
  /** The saved view that the list shows; the other parameters hold what it shows. */
  view: z.union([id, z.literal(NO_VIEW)]).optional(),
  /** Columns of the table in place of the person's own. */
  columns: shownColumns.optional(),
})
export type LeadsSearch = z.output<typeof LeadsSearch>

/** A changed choice as search parameters. */
export const choiceChange = (name: ChoiceFilter, values: readonly string[]): Changes => ({
  [name]: isFreeChoice(name) ? values.map(encodeURIComponent) : values,
  page: undefined,
})

/** The choices and flags that are set. */
const setIn = (search: LeadsSearch) => [
  ...choiceFilters.filter((name) => search[name]?.length),
  ...flagFilters.filter((name) => search[name]),
]

/** Filters other than days. */
export function choicesOf(search: LeadsSearch): LeadFilters {
  const { where } = search
  const chosen = Object.fromEntries(setIn(search).map((name) => [name, search[name]]))
  return { ...chosen, ...(where && { where }) }
}
const filtersOf = ({ option, ...search }: ListSearch): LeadFilters => ({
  ...choicesOf(search),
  ...daysOf(search),
  ...(option && { option }),
})

/** How many filters are set. The trash counts as one. */
export const countFilters = (search: LeadsSearch) => {
  const { date, from, to, where } = search
  return setIn(search).length + (date || from || to ? 1 : 0) + (where ? partsOf<unknown>(where).parts.length : 0)
}

export const isFiltered = (search: LeadsSearch) => countFilters(search) > 0 || wordsOf(search) !== undefined

/** Clears all filters and the search. */
export const noFilters = withoutFilters([...listFilters, ...flagFilters, 'where'])

/** The request behind a list. `campaignId` null: all campaigns that the person may read. */
export function listQueryOf(search: ListSearch, campaignId: string | null, limit: number) {
  const filters = filtersOf(search)
  const words = wordsOf(search)
  return {
    page: search.page,
    limit,
    sort: search.sort,
    ...(campaignId ? { campaignId } : { all: 'true' as const }),
    ...(Object.keys(filters).length > 0 && { filters: JSON.stringify(filters) }),
    ...(words && { search: words }),
  } satisfies LeadListQuery
}

/** Columns of the board are ordered by date. */
export const inBoardOrder = (search: LeadsSearch): LeadsSearch => ({
  ...search,
  sort: search.sort === 'date' ? 'date' : DEFAULT_LEAD_SORT,
})

/** Includes the option of a board column, which is never in the URL. */
type ListSearch = LeadsSearch & Pick<LeadFilters, 'option'>
type ListChoice = { search: ListSearch; campaignId: string | null }
/** The list that a column of the board is the beginning of. */
export function columnListOf(list: ListChoice, { by, key }: { by: BoardBy; key: string }): ListChoice {
  const search = inBoardOrder(list.search)
  if (isOwnFieldName(by))
    return { ...list, search: { ...search, option: { field: by, key: key === NO_OPTION ? null : key } } }
  return by === 'campaign' ? { search, campaignId: key } : { ...list, search: { ...search, [by]: [key] } }
}

export type FilterProps = {
  businessId: string
  search: LeadsSearch
  /** Resolves once the address has changed. */
  onChange: (changes: Changes) => Promise<void>
}
