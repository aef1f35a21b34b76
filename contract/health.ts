import { z } from 'zod'
import { route } from './route.ts'

export const healthRoutes = {
  get: route({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Whether this process can reach its database',
    reply: z.object({ success: z.literal(true), status: z.literal('ok') }),
  }),
}
