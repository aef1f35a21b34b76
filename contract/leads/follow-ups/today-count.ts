import { z } from 'zod'
import { route } from '../../route.ts'

/** Separate from the routes of the page, because the frame of every page calls it. */
export const countToday = route({
  method: 'GET',
  path: '/today/count',
  access: 'None',
  can: 'followUps.edit',
  summary: 'How much of it is the own work, and how many follow-ups of it are late',
  reply: z.object({ success: z.literal(true), count: z.number().int(), late: z.number().int() }),
})
