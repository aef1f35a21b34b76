import { z } from 'zod'
import { commaList, id, jsonQuery, SEARCH_MAX, text } from '../common.ts'
import { LeadFilters } from '../leads/lead-filters.ts'
import { heavyGet, route } from '../route.ts'

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
export const Spelling = z.object({ text: z.string(), total: z.number().int(), totalIsExact: z.boolean() })
export type Spelling = z.output<typeof Spelling>

export const spellingRoutes = {
  find: route({
    ...heavyGet,
    path: '/lead/spellings',
    access: 'None',
    summary: `Other spellings of a search that find leads, in Hebrew and Latin letters, most leads first, at most ${SPELLINGS_MAX}`,
    query: SpellingsQuery,
    reply: z.object({ success: z.literal(true), spellings: z.array(Spelling) }),
  }),
}
