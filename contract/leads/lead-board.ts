import { z } from 'zod'
import { heavyGet, route } from '../route.ts'
import { BoardBy } from './lead-fields.ts'
import { LeadQuery } from './lead-filters.ts'
import { Lead } from './leads.ts'

/** Leads that a column of the board shows at first. Further ones are pages of this size of the list of leads. */
export const BOARD_STEP = 20
/** Maximum number of columns. The columns with most leads are shown. */
export const BOARD_COLUMNS_MAX = 50
/** After this many days without activity a lead that is neither won nor lost is marked as stale. */
export const STALE_DAYS = 7

/** Key of the column of leads without an assignee. */
export const UNASSIGNED = 'none'
/** Key of the column of leads without a value of the own field. Options have other keys. */
export const NO_OPTION = '-'

export const BoardQuery = LeadQuery.omit({ page: true, limit: true }).extend({
  by: BoardBy.default('status'),
})
export type BoardQuery = z.output<typeof BoardQuery>

/** A column of the board. Its leads are those of the list with the same filters and the column's key as one more. */
export const BoardColumn = z.object({
  /** Id of the status, campaign or person (`none`: unassigned), the source, or the option of an own field (`-`: no value). */
  key: z.string(),
  /** Number of leads in the column, including those that are not in `leads`. */
  total: z.number().int(),
  /** Sum of their values in agorot. */
  value: z.number().int(),
  /** The first leads of the column. */
  leads: z.array(Lead),
})
export type BoardColumn = z.output<typeof BoardColumn>

export const leadBoardRoutes = {
  get: route({
    ...heavyGet,
    path: '/lead/board',
    access: 'None',
    summary: `The leads of a list in columns by a field, built-in or an own choice field (\`fields.<key>\`) that is not personal: number and value of each column, and its first ${BOARD_STEP} leads. Columns without leads are absent`,
    query: BoardQuery,
    reply: z.object({
      success: z.literal(true),
      columns: z.array(BoardColumn),
      /** Number of all leads on the board, including those in columns that are not returned. */
      total: z.number().int(),
      value: z.number().int(),
      /** Number of columns that are absent because there are too many. */
      hidden: z.number().int(),
    }),
  }),
}
