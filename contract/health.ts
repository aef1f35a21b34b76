import { z } from 'zod'
import { route } from './route.ts'

const Ok = z.object({ success: z.literal(true), status: z.literal('ok') })

/** The state of the parts on which readiness depends, and warnings for the operator that do not affect it. */
const Readiness = z.object({
  success: z.boolean(),
  status: z.enum(['ready', 'not_ready']),
  database: z.enum(['ok', 'away']),
  /** The process is shutting down and will soon refuse requests. */
  draining: z.boolean(),
  /** State of the relay of events. `behind`: events older than 10 seconds are unprocessed, so no relay runs. */
  relay: z.enum(['ok', 'behind', 'unknown']),
  /** State of background jobs. `failed`: jobs that used up their retries wait for the operator. */
  jobs: z.enum(['ok', 'failed', 'unknown']),
  /** Free space on the disk of DATA_DIR or FILES_DIR. */
  disk: z.enum(['ok', 'nearly_full', 'unknown']),
  exchange: z.enum(['ok', 'away', 'none']),
})
export type Readiness = z.output<typeof Readiness>

export const healthRoutes = {
  get: route({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Whether this process can serve requests; 503 where it cannot, as /health/ready',
    reply: Ok,
  }),
  live: route({
    method: 'GET',
    path: '/health/live',
    access: 'public',
    summary: 'Whether this process answers at all; the database is not asked',
    reply: Ok,
  }),
  ready: route({
    method: 'GET',
    path: '/health/ready',
    access: 'public',
    summary: 'Whether requests should be sent to this process, and what is wrong; 503 where they should not',
    reply: Readiness,
    status: ({ status }) => (status === 'ready' ? 200 : 503),
  }),
}
