import type { FastifyInstance } from 'fastify'
import { callFlowRoutes } from '#contract/calls/flows/call-flows.ts'
import type { Deps } from '../../../deps.ts'
import { handle } from '../../../platform/http/handle.ts'
import { rehearse, simulate } from './simulation.service.ts'

export function mountSimulation(app: FastifyInstance, deps: Deps) {
  handle(app, callFlowRoutes.simulate, async ({ params, body }, context) => ({
    success: true,
    simulation: await simulate(deps, context, params.id, body),
  }))
  handle(app, callFlowRoutes.rehearsal, async ({ params, query }, context) => ({
    success: true,
    rehearsal: await rehearse(deps, context, params.id, query.numberId),
  }))
}
