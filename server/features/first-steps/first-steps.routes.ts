import type { FastifyInstance } from 'fastify'
import { firstStepRoutes } from '#contract/first-steps.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { dismissFirstSteps, readFirstSteps } from './first-steps.service.ts'

export function mountFirstSteps(app: FastifyInstance, deps: Deps) {
  handle(app, firstStepRoutes.get, async (_, context) => ({ success: true, ...(await readFirstSteps(deps, context)) }))
  handle(app, firstStepRoutes.change, async ({ body }, context) => {
    await dismissFirstSteps(deps, context, body.isDismissed)
    return { success: true }
  })
}
