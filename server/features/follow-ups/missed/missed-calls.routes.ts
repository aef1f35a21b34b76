import type { FastifyInstance } from 'fastify'
import { missedCallRoutes } from '#contract/leads/follow-ups/missed-calls.ts'
import type { Deps } from '../../../deps.ts'
import { handle } from '../../../platform/http/handle.ts'
import { listMissedCallers, setReturned, snooze } from './missed-calls.service.ts'

export function mountMissedCalls(app: FastifyInstance, { now }: Deps) {
  handle(app, missedCallRoutes.list, async ({ query }, context) => ({
    success: true,
    ...(await listMissedCallers({ ...context, now: now() }, query)),
  }))
  handle(app, missedCallRoutes.done, async ({ params, body }, context) => {
    await setReturned({ ...context, now: now() }, params.id, body.isDone)
    return { success: true }
  })
  handle(app, missedCallRoutes.snooze, async ({ params, body }, context) => {
    await snooze({ ...context, now: now() }, params.id, body.until)
    return { success: true }
  })
}
