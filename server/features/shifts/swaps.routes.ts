import type { FastifyInstance } from 'fastify'
import { swapRoutes } from '#contract/shifts/swaps.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { askStandIn } from './stand-ins.service.ts'
import * as service from './swaps.service.ts'

export function mountSwaps(app: FastifyInstance, { now }: Deps) {
  const at = <C extends object>(context: C) => ({ ...context, now: now() })
  handle(app, swapRoutes.list, (_, context) => service.listSwaps(at(context)))
  handle(app, swapRoutes.choices, (_, context) => service.listChoices(at(context)))
  handle(app, swapRoutes.ask, ({ body }, context) => service.askSwap(at(context), body))
  handle(app, swapRoutes.standIn, ({ body }, context) => askStandIn(at(context), body))
  for (const act of ['accept', 'decline', 'withdraw', 'approve', 'undo'] as const)
    handle(app, swapRoutes[act], ({ params }, context) => service.actOnSwap(at(context), params.id, act))
}
