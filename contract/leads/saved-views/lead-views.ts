import { z } from 'zod'
import { id, SEARCH_MAX, text } from '../../common.ts'
import { leadViews as looks } from '../../team/users.ts'
import { datePresets } from '../../values/date-presets.ts'
import { LeadFilters } from '../lead-filters.ts'
import { DEFAULT_LEAD_SORT, SentSort } from '../lead-sorts.ts'
import { ShownColumns } from '../table-views.ts'
import { savedViewsOf, VIEW_QUERY_MAX } from './saved-views.ts'

/** The search parameters of a lead list's URL, except the page. */
export const LeadViewQuery = z
  .strictObject({
    look: z.enum(looks),
    /** Null: all campaigns that the reader may read. */
    campaignId: id.nullable().default(null),
    sort: SentSort.default(DEFAULT_LEAD_SORT),
    search: text(SEARCH_MAX, 1).optional(),
    filters: LeadFilters.omit({ option: true })
      .extend({
        /** Relative to the day on which the view is opened; excludes `from` and `to`. */
        date: z.enum(datePresets).optional(),
      })
      .default({}),
    /** The columns of the table, in order; absent: those that the reader has chosen for themselves. */
    columns: ShownColumns.optional(),
  })
  .refine(({ filters: { date, from, to } }) => !date || !(from || to), {
    path: ['filters', 'date'],
    message: 'invalid_value',
  })
  .refine((query) => JSON.stringify(query).length <= VIEW_QUERY_MAX, 'too_long')
export type LeadViewQuery = z.output<typeof LeadViewQuery>

const { View, New, Changes, routes } = savedViewsOf({ path: '/lead-views', query: LeadViewQuery, of: 'lead' })
export type LeadView = z.output<typeof View>
export type NewLeadView = z.output<typeof New>
export type LeadViewChanges = z.output<typeof Changes>
export const leadViewRoutes = routes
