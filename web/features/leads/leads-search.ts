import { z } from 'zod'
import { commaList, day, id, SEARCH_MAX, SEARCH_MIN } from '#contract/common.ts'
import { type LeadFilters, leadSorts } from '#contract/leads.ts'
import { datePresets, rangeOf } from './date-presets.ts'
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

function filtersOf({ status, source, date, from, to, unread, unanswered, trash }: LeadsSearch): LeadFilters {
  const range = date ? rangeOf(date) : { from, to }
  return {
    ...(status?.length && { status }),
    ...(source?.length && { source }),
    ...(range.from && { from: range.from }),
    ...(range.to && { to: range.to }),
    ...(unread && { unread }),
    ...(unanswered && { unanswered }),
    ...(trash && { trash }),
  }
}

/** How many filters are set; the trash is a place rather than a filter, but hides as much. */
export const countFilters = ({ status, source, date, from, to, unread, unanswered, trash }: LeadsSearch) =>
  [status?.length, source?.length, date ?? from ?? to, unread, unanswered, trash].filter(Boolean).length

export const isFiltered = (search: LeadsSearch) =>
  countFilters(search) > 0 || (search.search?.trim().length ?? 0) >= SEARCH_MIN

/** Takes all filters and the search away. */
export const noFilters = {
  page: undefined,
  search: undefined,
  status: undefined,
  source: undefined,
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
