import type { FastifyInstance } from 'fastify'
import { numberRoutes } from '#contract/calls/numbers.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { toNumber } from './numbers.rules.ts'
import { changeNumber, findAreas, listNumbers, releaseNumber, requireNumber, searchFree } from './numbers.service.ts'
import { findOrder, orderNumber } from './orders.service.ts'
import { connectTwilio, disconnectTwilio, findConnection } from './voice-connections.service.ts'

export function mountNumbers(app: FastifyInstance, deps: Deps) {
  handle(app, numberRoutes.connection, async (_, context) => ({
    success: true,
    ...(await findConnection(deps, context)),
  }))

  handle(app, numberRoutes.connect, async ({ body }, context) => ({
    success: true,
    connection: await connectTwilio(deps, context, body),
  }))

  handle(app, numberRoutes.disconnect, async (_, context) => {
    await disconnectTwilio(context)
    return { success: true }
  })

  handle(app, numberRoutes.areas, async (_, context) => ({ success: true, areas: await findAreas(deps, context) }))

  handle(app, numberRoutes.search, async ({ query }, context) => ({
    success: true,
    numbers: await searchFree(deps, context, query),
  }))

  handle(app, numberRoutes.order, async ({ body }, context) => ({
    success: true,
    order: await orderNumber(deps, context, body),
  }))

  handle(app, numberRoutes.getOrder, async ({ params }, context) => ({
    success: true,
    order: await findOrder(context, params.id),
  }))

  handle(app, numberRoutes.list, async ({ query }, context) => ({
    success: true,
    numbers: await listNumbers(context, query),
  }))

  handle(app, numberRoutes.get, async ({ params }, context) => ({
    success: true,
    number: toNumber(await requireNumber(context, params.id)),
  }))

  handle(app, numberRoutes.change, async ({ params, body }, context) => ({
    success: true,
    number: await changeNumber(deps, context, params.id, body),
  }))

  handle(app, numberRoutes.release, async ({ params, query }, context) => ({
    success: true,
    number: await releaseNumber(deps, context, params.id, { keepsChanges: query.keepsChanges === 'true' }),
  }))
}
