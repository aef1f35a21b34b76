import { z } from 'zod'
import { commaList, day, id, SEARCH_MAX, SEARCH_MIN } from '#contract/common.ts'
import { datePresets, dayOf, rangeOf } from '#contract/date-presets.ts'
import { type LeadFilters, leadSorts } from '#contract/lead-filters.ts'
import { partsOf } from '#contract/lead-where.ts'
import { responseBuckets } from '#contract/responses.ts'
import type { LeadListQuery } from './leads.api.ts'
import { whereOf } from './where-text.ts'

/** Sources and tags are free text: in the address each is encoded by itself, so that a comma in one does not split it. */
const texts = z.string().transform((value, context) => {
  try {
    return value.split(',').filter(Boolean).map(decodeURIComponent)
  } catch {
    context.addIssue({ code: 'custom' })
    return z.NEVER
  }
})
const flag = z.literal('true').transform(() => true as const)
/** See where-text.ts. */
const conditions = z.string().transform((value, context) => {
  const where = whereOf(value)
  if (where) return where
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

/** What is asked or not. */
export const flagFilters = ['unread', 'unanswered', 'duplicate', 'trash'] as const

/** What the address of a list of leads says. */
export const LeadsSearch = z.object({
  page: z.coerce.number().int().min(1).max(10_000_000).default(1),
  sort: z.enum(leadSorts).default('-date'),
  search: z.string().max(SEARCH_MAX).optional(),
  status: commaList(id).optional(),
  source: texts.optional(),
  /** How long the first answer took. */
  response: commaList(z.enum(responseBuckets)).optional(),
  /** People; `none`: nobody. */
  assigned: commaList(z.union([id, z.literal('none')])).optional(),
  tag: texts.optional(),
  /** A preset stays what it says: shared tomorrow, "today" is tomorrow. */
  date: z.enum(datePresets).optional(),
  from: day.optional(),
  to: day.optional(),
  unread: flag.optional(),
  duplicate: flag.optional(),
  unanswered: flag.optional(),
  trash: flag.optional(),
  where: conditions.optional(),
})
export type LeadsSearch = z.output<typeof LeadsSearch>

/** Free texts as the address bears them. */
export const textsInAddress = (values: readonly string[]) => values.map(encodeURIComponent)

/** Shorter searches find nothing (contract), so they are not asked. */
export const isTooShort = (search: string | undefined) => {
  const length = search?.trim().length ?? 0
  return length > 0 && length < SEARCH_MIN
}

function filtersOf(search: LeadsSearch): LeadFilters {
  const { status, source, response, assigned, tag, date, from, to, where } = search
  const range = date ? rangeOf(date, dayOf(new Date())) : { from, to }
  return {
    ...(status?.length && { status }),
    ...(source?.length && { source }),
    ...(response?.length && { response }),
    ...(assigned?.length && { assigned }),
    ...(tag?.length && { tag }),
    ...(range.from && { from: range.from }),
    ...(range.to && { to: range.to }),
    ...Object.fromEntries(flagFilters.filter((name) => search[name]).map((name) => [name, true])),
    ...(where && { where }),
  }
}

/** How many filters are set; the trash is a place rather than a filter, but hides as much. */
export const countFilters = (search: LeadsSearch) => {
  const { status, source, response, assigned, tag, date, from, to, where } = search
  const lists = [status, source, response, assigned, tag].filter((chosen) => chosen?.length)
  const flags = flagFilters.filter((name) => search[name])
  return lists.length + flags.length + (date || from || to ? 1 : 0) + (where ? partsOf<unknown>(where).parts.length : 0)
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
  assigned: undefined,
  tag: undefined,
  date: undefined,
  from: undefined,
  to: undefined,
  unread: undefined,
  unanswered: undefined,
  duplicate: undefined,
  trash: undefined,
  where: undefined,
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
