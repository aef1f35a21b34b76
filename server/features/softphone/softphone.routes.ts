import type { FastifyInstance } from 'fastify'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { handle } from '../../platform/http/handle.ts'
import { putLeaving } from './softphone.queries.ts'
import { requestTokens, setPresence } from './softphone.service.ts'

export function mountSoftphone(app: FastifyInstance, deps: Deps) {
  handle(app, softphoneRoutes.token, async (_, context) => ({
    success: true,
    softphones: await requestTokens(deps, context),
  }))

  handle(app, softphoneRoutes.presence, async ({ body }, { db, caller }) => {
    await setPresence(db, caller, { state: body.state, now: deps.now() })
    return { success: true }
  })

  handle(app, softphoneRoutes.leave, async ({ params }, { db, caller: { businessId, userId } }) => {
    const isOwn = await putLeaving(db, businessId, { userId, callId: params.id, now: deps.now() })
    if (!isOwn) throw new AppError('call_not_found')
    return { success: true }
  })
}
