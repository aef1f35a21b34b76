import { z } from 'zod'
import { commaList, id } from '#contract/common.ts'
import { type LeadFilters, leadSorts } from '#contract/lead-filters.ts'
import { statusTypes } from '#contract/lead-status.ts'
import { partsOf } from '#contract/lead-where.ts'
import { responseBuckets } from '#contract/responses.ts'
import { daysOf, flag, listSearch, withoutFilters, wordsOf } from '../../../lib/list-search.ts'
import { whereOf } from '../conditions/where-text.ts'
import type { LeadListQuery } from '../leads.api.ts'

/** Sources and tags are free text: in the address each is encoded by itself, so that a comma in one does not split it. */
const texts = z.string().transform((value, context) => {
  try {
    return value.split(',').filter(Boolean).map(decodeURIComponent)
  } catch {
    context.addIssue({ code: 'custom' })
    return z.NEVER
  }
})
/** See where-text.ts. */
const conditions = z.string().transform((value, context) => {
  const where = whereOf(value)
  if (where) return where
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

/** Filters that are chosen from a list or a calendar. */
export const listFilters = ['status', 'statusType', 'source', 'assigned', 'tag', 'response', 'date'] as const
export type ListFilter = (typeof listFilters)[number]
/** What is asked or not. */
export const flagFilters = ['unread', 'unanswered', 'duplicate', 'trash'] as const

/** What the address of a list of leads says. */
export const LeadsSearch = z.object({
  ...listSearch,
  sort: z.enum(leadSorts).default('-date'),
  status: commaList(id).optional(),
  /** Any status of these types: a link that holds whatever statuses the business has. */
  statusType: commaList(z.enum(statusTypes)).optional(),
  source: texts.optional(),
  /** How long the first answer took. */
  response: commaList(z.enum(responseBuckets)).optional(),
  /** People; `none`: nobody. */
  assigned: commaList(z.union([id, z.literal('none')])).optional(),
  tag: texts.optional(),
  unread: flag.optional(),
  duplicate: flag.optional(),
  unanswered: flag.optional(),
  trash: flag.optional(),
  where: conditions.optional(),
})
export type LeadsSearch = z.output<typeof LeadsSearch>

/** Free texts as the address bears them. */
export const textsInAddress = (values: readonly string[]) => values.map(encodeURIComponent)

function filtersOf(search: LeadsSearch): LeadFilters {
  const { status, statusType, source, response, assigned, tag, where } = search
  return {
    ...(status?.length && { status }),
    ...(statusType?.length && { statusType }),
    ...(source?.length && { source }),
    ...(response?.length && { response }),
    ...(assigned?.length && { assigned }),
    ...(tag?.length && { tag }),
    ...daysOf(search),
    ...Object.fromEntries(flagFilters.filter((name) => search[name]).map((name) => [name, true])),
    ...(where && { where }),
  }
}

/** How many filters are set; the trash is a place rather than a filter, but hides as much. */
export const countFilters = (search: LeadsSearch) => {
  const { status, statusType, source, response, assigned, tag, date, from, to, where } = search
  const lists = [status, statusType, source, response, assigned, tag].filter((chosen) => chosen?.length)
  const flags = flagFilters.filter((name) => search[name])
  return lists.length + flags.length + (date || from || to ? 1 : 0) + (where ? partsOf<unknown>(where).parts.length : 0)
}

export const isFiltered = (search: LeadsSearch) => countFilters(search) > 0 || wordsOf(search) !== undefined

/** Takes all filters and the search away. */
export const noFilters = withoutFilters([...listFilters, ...flagFilters, 'where'])

/** The request behind a list; null as campaign: all that one may read. */
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
