import { z } from 'zod'
import { commaList, day, id } from '../common.ts'
import { heavyGet, route } from '../route.ts'

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
