import { z } from 'zod'
import { CallFilters, callSorts } from '../../calls/calls.ts'
import { id, SEARCH_MAX, text } from '../../common.ts'
import { datePresets } from '../../values/date-presets.ts'
import { savedViewsOf, VIEW_QUERY_MAX } from './saved-views.ts'

/** The search parameters of a call list's URL, except the page and the open call. */
export const CallViewQuery = z
  .strictObject({
    /** Null: all campaigns whose calls the reader may read. */
    campaignId: id.nullable().default(null),
    sort: z.enum(callSorts).default('-date'),
    search: text(SEARCH_MAX, 1).optional(),
    filters: CallFilters.extend({
      /** Relative to the day on which the view is opened; excludes `from` and `to`. */
      date: z.enum(datePresets).optional(),
    }).default({}),
  })
  .refine(({ filters: { date, from, to } }) => !date || !(from || to), {
    path: ['filters', 'date'],
    message: 'invalid_value',
  })
  .refine((query) => JSON.stringify(query).length <= VIEW_QUERY_MAX, 'too_long')
export type CallViewQuery = z.output<typeof CallViewQuery>

const { View, New, Changes, routes } = savedViewsOf({
  path: '/call-views',
  can: 'calls.hear',
  query: CallViewQuery,
  of: 'call',
})
export type CallView = z.output<typeof View>
export type NewCallView = z.output<typeof New>
export type CallViewChanges = z.output<typeof Changes>
export const callViewRoutes = routes
