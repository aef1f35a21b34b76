import { z } from 'zod'
import { commaList, day, id, SEARCH_MAX, SEARCH_MIN } from '#contract/common.ts'
import { datePresets, dayOf, rangeOf } from '#contract/date-presets.ts'
import { type LeadFilters, leadSorts } from '#contract/lead-filters.ts'
import { responseBuckets } from '#contract/responses.ts'
import type { LeadListQuery } from './leads.api.ts'

/** Sources are free text: in the address each is encoded by itself, so that a comma in one does not split it. */
const sources = z.string().transform((value, context) => {
  try {
    return value.split(',').filter(Boolean).map(decodeURIComponent)
  } catch {
    context.addIssue({ code: 'custom' })
    return z.NEVER
  }
})
const flag = z.literal('true').transform(() => true as const)

/** What the address of a list of leads says. */
export const LeadsSearch = z.object({
  page: z.coerce.number().int().min(1).max(10_000_000).default(1),
  sort: z.enum(leadSorts).default('-date'),
  search: z.string().max(SEARCH_MAX).optional(),
  status: commaList(id).optional(),
  source: sources.optional(),
  /** How long the first answer took. */
  response: commaList(z.enum(responseBuckets)).optional(),
  /** A preset stays what it says: shared tomorrow, "today" is tomorrow. */
  date: z.enum(datePresets).optional(),
  from: day.optional(),
  to: day.optional(),
  unread: flag.optional(),
  unanswered: flag.optional(),
  trash: flag.optional(),
})
export type LeadsSearch = z.output<typeof LeadsSearch>

export const sourcesText = (values: readonly string[]) => values.map(encodeURIComponent)

/** Shorter searches find nothing (contract), so they are not asked. */
export const isTooShort = (search: string | undefined) => {
  const length = search?.trim().length ?? 0
  return length > 0 && length < SEARCH_MIN
}

function filtersOf(search: LeadsSearch): LeadFilters {
  const { status, source, response, date, from, to, unread, unanswered, trash } = search
  const range = date ? rangeOf(date, dayOf(new Date())) : { from, to }
  return {
    ...(status?.length && { status }),
    ...(source?.length && { source }),
    ...(response?.length && { response }),
    ...(range.from && { from: range.from }),
    ...(range.to && { to: range.to }),
    ...(unread && { unread }),
    ...(unanswered && { unanswered }),
    ...(trash && { trash }),
  }
}

/** How many filters are set; the trash is a place rather than a filter, but hides as much. */
export const countFilters = (search: LeadsSearch) => {
  const { status, source, response, date, from, to, unread, unanswered, trash } = search
  const asked = [status?.length, source?.length, response?.length, date ?? from ?? to, unread, unanswered, trash]
  return asked.filter(Boolean).length
}

export const isFiltered = (search: LeadsSearch) =>
  countFilters(search) > 0 || (search.search?.trim().length ?? 0) >= SEARCH_MIN

/** Takes all filters and the search away. */
export const noFilters = {
  page: undefined,
  search: undefined,
  status: undefined,
  source: undefined,
  response: undefined,
  date: undefined,
  from: undefined,
  to: undefined,
  unread: undefined,
  unanswered: undefined,
  trash: undefined,
}

/** The request behind a list; null as campaign: all that one may read. */
export function listQueryOf(search: LeadsSearch, campaignId: string | null, limit: number): LeadListQuery {
  const filters = filtersOf(search)
  const words = search.search?.trim()
  return {
    page: search.page,
    limit,
    sort: search.sort,
    ...(campaignId ? { campaignId } : { all: 'true' as const }),
    ...(Object.keys(filters).length > 0 && { filters: JSON.stringify(filters) }),
    ...(words && !isTooShort(words) && { search: words }),
  }
}
