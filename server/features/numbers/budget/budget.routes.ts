import type { FastifyInstance } from 'fastify'
import { telephonyBudgetRoutes } from '#contract/calls/telephony-budget.ts'
import type { Deps } from '../../../deps.ts'
import { handle } from '../../../platform/http/handle.ts'
import { changeBudget, findBudget, findPrice, findPrices } from './budget.service.ts'

export function mountTelephonyBudget(app: FastifyInstance, deps: Deps) {
  handle(app, telephonyBudgetRoutes.get, async (_, context) => ({
    success: true,
    budget: await findBudget(deps, context),
  }))

  handle(app, telephonyBudgetRoutes.change, async ({ body }, context) => ({
    success: true,
    budget: await changeBudget(deps, context, body),
  }))

  handle(app, telephonyBudgetRoutes.prices, async (_, context) => ({
    success: true,
    prices: await findPrices(deps, context),
  }))

  handle(app, telephonyBudgetRoutes.price, async ({ params }, context) => ({
    success: true,
    price: await findPrice(deps, context, params.id),
  }))
}
