import { z } from 'zod'
import { commaList, day, id, jsonQuery, SEARCH_MAX, text } from '../common.ts'
import { heavyGet, route } from '../route.ts'
import { LeadFilters } from './lead-filters.ts'

/** Filters that the counters support, in addition to statuses. */
export const LeadCountsQuery = z.object({
  /** Comma-separated campaign ids; absent: all campaigns that the caller may read. */
  campaignId: commaList(id).optional(),
  /** First and last day of creation in Asia/Jerusalem, both included. */
  from: day.optional(),
  to: day.optional(),
})
export type LeadCountsQuery = z.output<typeof LeadCountsQuery>

/** Statuses without leads may be absent; a deleted status appears until its leads are moved. */
export const StatusCount = z.object({ statusId: id, total: z.number().int() })
export type StatusCount = z.output<typeof StatusCount>

/** Maximum number of other spellings that a search offers. */
export const SPELLINGS_MAX = 3

/** A search and the filters beside it, as in a list of leads. */
export const SpellingsQuery = z.object({
  search: text(SEARCH_MAX),
  campaignId: commaList(id).optional(),
  filters: jsonQuery(LeadFilters).optional(),
})
export type SpellingsQuery = z.output<typeof SpellingsQuery>

/** A text to search for in place of the one that was typed, and the total of its list. */
export const SpellingCount = z.object({ text: z.string(), total: z.number().int(), totalIsExact: z.boolean() })
export type SpellingCount = z.output<typeof SpellingCount>

export const leadCountRoutes = {
  byStatus: route({
    ...heavyGet,
    path: '/lead/counts',
    access: 'None',
    summary: 'How many leads have each status, of some campaigns and days: each number is the total of a list of leads',
    query: LeadCountsQuery,
    reply: z.object({ success: z.literal(true), statuses: z.array(StatusCount) }),
  }),
  bySpelling: route({
    ...heavyGet,
    path: '/lead/counts/spellings',
    access: 'None',
    summary: `Other spellings of a search that find leads, in Hebrew and Latin letters, most leads first, at most ${SPELLINGS_MAX}`,
    query: SpellingsQuery,
    reply: z.object({ success: z.literal(true), spellings: z.array(SpellingCount) }),
  }),
}
