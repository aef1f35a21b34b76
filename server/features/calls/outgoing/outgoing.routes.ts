import type { FastifyInstance } from 'fastify'
import { outgoingRoutes } from '#contract/calls/outgoing/outgoing.ts'
import type { Deps } from '../../../deps.ts'
import { handle } from '../../../platform/http/handle.ts'
import { getOwnCall } from '../calls.service.ts'
import { cancel, dial } from './dial.service.ts'
import { markDoNotCall } from './do-not-call.service.ts'
import { editLogged, logCall, removeLogged, restoreLogged } from './logged.service.ts'

export function mountOutgoing(app: FastifyInstance, deps: Deps) {
  const { names, now } = deps
  handle(app, outgoingRoutes.dial, async ({ body }, context) => ({
    success: true,
    callId: await dial(deps, context, body),
  }))
  handle(app, outgoingRoutes.cancel, async ({ params }, context) => {
    await cancel(deps, context, params.id)
    return { success: true }
  })
  handle(app, outgoingRoutes.log, async ({ body }, context) => {
    const id = await logCall({ ...context, now: now() }, body)
    return { success: true, call: await getOwnCall({ ...context, names }, id) }
  })
  handle(app, outgoingRoutes.removeLog, async ({ params }, context) => {
    await removeLogged({ ...context, now: now() }, params.id)
    return { success: true }
  })
  handle(app, outgoingRoutes.editLog, async ({ params, body }, context) => {
    await editLogged({ ...context, now: now() }, params.id, body)
    return { success: true, call: await getOwnCall({ ...context, names }, params.id) }
  })
  handle(app, outgoingRoutes.restoreLog, async ({ params }, context) => {
    await restoreLogged({ ...context, now: now() }, params.id)
    return { success: true, call: await getOwnCall({ ...context, names }, params.id) }
  })
  handle(app, outgoingRoutes.doNotCall, async ({ params, body }, context) => {
    await markDoNotCall(context, params.id, body.isOn)
    return { success: true }
  })
}
