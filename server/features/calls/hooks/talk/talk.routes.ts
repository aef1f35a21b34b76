import type { FastifyInstance } from 'fastify'
import { talkRoutes } from '#contract/calls/talk.ts'
import type { Deps } from '../../../../deps.ts'
import { handle } from '../../../../platform/http/handle.ts'
import { findColleagues, findTalk } from './talk.service.ts'
import { cancelTransfer, completeTransfer, setHeld, transfer } from './transfers.service.ts'

export function mountTalk(app: FastifyInstance, deps: Deps) {
  handle(app, talkRoutes.get, async ({ params }, context) => ({
    success: true,
    talk: await findTalk(context, params.id),
  }))
  handle(app, talkRoutes.colleagues, async ({ params }, context) => ({
    success: true,
    colleagues: await findColleagues(deps, context, params.id),
  }))
  handle(app, talkRoutes.hold, async ({ params, body }, context) => {
    await setHeld(deps, context, { callId: params.id, ...body })
    return { success: true }
  })
  handle(app, talkRoutes.transfer, async ({ params, body }, context) => {
    await transfer(deps, context, { callId: params.id, ...body })
    return { success: true }
  })
  handle(app, talkRoutes.complete, async ({ params }, context) => {
    await completeTransfer(deps, context, params.id)
    return { success: true }
  })
  handle(app, talkRoutes.cancel, async ({ params }, context) => {
    await cancelTransfer(deps, context, params.id)
    return { success: true }
  })
}
