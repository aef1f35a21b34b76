import type { FastifyInstance } from 'fastify'
import { forwardingRoutes } from '#contract/calls/forwarding.ts'
import type { Deps } from '../../../../deps.ts'
import { handle } from '../../../../platform/http/handle.ts'
import { addForward, checkForward, listForwards, removeForward } from './forwarding.service.ts'

export function mountForwarding(app: FastifyInstance, deps: Deps) {
  handle(app, forwardingRoutes.list, async ({ params }, context) => ({
    success: true,
    forwards: await listForwards(context, params.id),
  }))

  handle(app, forwardingRoutes.add, async ({ params, body }, context) => ({
    success: true,
    forward: await addForward(deps, context, { numberId: params.id, phone: body.phone }),
  }))

  handle(app, forwardingRoutes.remove, async ({ params, body }, context) => {
    await removeForward(context, { numberId: params.id, phone: body.phone })
    return { success: true }
  })

  handle(app, forwardingRoutes.check, async ({ params, body }, context) => ({
    success: true,
    test: await checkForward(deps, context, { numberId: params.id, phone: body.phone }),
  }))
}
