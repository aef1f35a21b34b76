import { z } from 'zod'
import { route } from '../route.ts'

/** Apart from waiting-list.ts, so that the menu, which shows it, does not bring the shapes of its page along. */
export const countWaiting = route({
  access: 'Owner',
  can: 'users.manage',
  method: 'GET',
  path: '/business/waiting-list/count',
  summary: 'How many wait for a decision; those put off are not counted',
  reply: z.object({ success: z.literal(true), count: z.number().int() }),
})
