import { z } from 'zod'
import { route } from '../route.ts'

/**
 * This route is separate from waiting-list.ts, so that the menu, which shows the count, does not load the schemas of
 * that page.
 */
export const countWaiting = route({
  access: 'Owner',
  can: 'users.manage',
  method: 'GET',
  path: '/business/waiting-list/count',
  summary: 'How many wait for a decision; those put off are not counted',
  reply: z.object({ success: z.literal(true), count: z.number().int() }),
})
