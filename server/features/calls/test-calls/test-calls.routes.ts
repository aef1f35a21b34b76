import type { FastifyInstance } from 'fastify'
import { numberRoutes } from '#contract/calls/numbers.ts'
import type { Deps } from '../../../deps.ts'
import { handle } from '../../../platform/http/handle.ts'
import { startTestCall } from './test-calls.service.ts'

export function mountTestCalls(app: FastifyInstance, deps: Deps) {
  handle(app, numberRoutes.testCall, async ({ params }, context) => ({
    success: true,
    callId: await startTestCall(deps, context, params.id),
  }))
}
