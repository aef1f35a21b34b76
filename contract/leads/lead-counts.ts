import { z } from 'zod'
import { commaList, day, id } from '../common.ts'
import { heavyGet, route } from '../route.ts'

/** What the counters know beside statuses. */
export const LeadCountsQuery = z.object({
  /** Comma-joined; absent: every campaign that the caller may read. */
  campaignId: commaList(id).optional(),
  /** Days of creation in Asia/Jerusalem, both included. */
  from: day.optional(),
  to: day.optional(),
})
export type LeadCountsQuery = z.output<typeof LeadCountsQuery>

/** Of a status without leads nothing need be said; one that is deleted may have some until they are moved. */
export const StatusCount = z.object({ statusId: id, total: z.number().int() })
export type StatusCount = z.output<typeof StatusCount>

export const leadCountRoutes = {
  byStatus: route({
    ...heavyGet,
    path: '/lead/counts',
    access: 'None',
    summary: 'How many leads have each status, of some campaigns and days: each number is the total of a list of leads',
    query: LeadCountsQuery,
    reply: z.object({ success: z.literal(true), statuses: z.array(StatusCount) }),
  }),
}
