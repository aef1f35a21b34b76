import type { FastifyInstance } from 'fastify'
import { adoptedNumberRoutes } from '#contract/calls/adopted-numbers.ts'
import type { Deps } from '../../../deps.ts'
import { handle } from '../../../platform/http/handle.ts'
import { adoptNumber, findStanding, listAccountNumbers } from './adopting.service.ts'

export function mountAdoptedNumbers(app: FastifyInstance, deps: Deps) {
  handle(app, adoptedNumberRoutes.list, async (_, context) => ({
    success: true,
    numbers: await listAccountNumbers(deps, context),
  }))

  handle(app, adoptedNumberRoutes.adopt, async ({ body }, context) => ({
    success: true,
    order: await adoptNumber(deps, context, body),
  }))

  handle(app, adoptedNumberRoutes.standing, async ({ params }, context) => ({
    success: true,
    ...(await findStanding(deps, context, params.id)),
  }))
}
