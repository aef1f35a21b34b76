import { z } from 'zod'
import { commaList, id } from '#contract/common.ts'
import { isFreeChoice } from '#contract/leads/lead-fields.ts'
import { type LeadFilters, leadSorts } from '#contract/leads/lead-filters.ts'
import { statusTypes } from '#contract/leads/lead-status.ts'
import { partsOf } from '#contract/leads/lead-where.ts'
import { responseBuckets } from '#contract/responses.ts'
import { type Changes, daysOf, flag, listSearch, withoutFilters, wordsOf } from '../../../lib/list-search.ts'
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

/** Filters by values that are chosen from a list. */
const choiceFilters = ['status', 'statusType', 'source', 'assigned', 'tag', 'response'] as const
export type ChoiceFilter = (typeof choiceFilters)[number]
/** Filters with a list or a calendar to choose from. */
export const listFilters = [...choiceFilters, 'date'] as const
export type ListFilter = (typeof listFilters)[number]
/** Filters that are on or off. */
export const flagFilters = ['unread', 'unanswered', 'duplicate', 'trash'] as const

/** The search parameters of a list of leads. */
export const LeadsSearch = z.object({
  ...listSearch,
  sort: z.enum(leadSorts).default('-date'),
  status: commaList(id).optional(),
  /** Any status of these types: a link that works in every business. */
  statusType: commaList(z.enum(statusTypes)).optional(),
  source: encodedTexts.optional(),
  /** Time to the first response. */
  response: commaList(z.enum(responseBuckets)).optional(),
  /** Ids of people; `none`: unassigned. */
  assigned: commaList(z.union([id, z.literal('none')])).optional(),
  tag: encodedTexts.optional(),
  unread: flag.optional(),
  duplicate: flag.optional(),
  unanswered: flag.optional(),
  trash: flag.optional(),
  where: conditions.optional(),
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

function filtersOf(search: LeadsSearch): LeadFilters {
  const { where } = search
  const chosen = Object.fromEntries(setIn(search).map((name) => [name, search[name]]))
  return { ...chosen, ...daysOf(search), ...(where && { where }) }
}

/** How many filters are set. The trash counts as one. */
export const countFilters = (search: LeadsSearch) => {
  const { date, from, to, where } = search
  return setIn(search).length + (date || from || to ? 1 : 0) + (where ? partsOf<unknown>(where).parts.length : 0)
}

export const isFiltered = (search: LeadsSearch) => countFilters(search) > 0 || wordsOf(search) !== undefined

/** Clears all filters and the search. */
export const noFilters = withoutFilters([...listFilters, ...flagFilters, 'where'])

/** The request behind a list. `campaignId` null: all campaigns that the person may read. */
export function listQueryOf(search: LeadsSearch, campaignId: string | null, limit: number): LeadListQuery {
  const filters = filtersOf(search)
  const words = wordsOf(search)
  return {
    page: search.page,
    limit,
    sort: search.sort,
    ...(campaignId ? { campaignId } : { all: 'true' as const }),
    ...(Object.keys(filters).length > 0 && { filters: JSON.stringify(filters) }),
    ...(words && { search: words }),
  }
}

export type FilterProps = {
  businessId: string
  search: LeadsSearch
  /** Resolves once the address has changed. */
  onChange: (changes: Changes) => Promise<void>
}
