import type { FastifyInstance } from 'fastify'
import { businessRoutes } from '#contract/businesses.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { handle } from '../../platform/http/handle.ts'
import { readStatuses } from '../statuses/statuses.service.ts'
import { findBusiness } from './businesses.queries.ts'
import { changeBusiness, createBusiness, transferBusiness } from './businesses.service.ts'
import { closeBusiness, reopenBusiness } from './closing.service.ts'

export function mountBusinesses(app: FastifyInstance, deps: Deps) {
  handle(app, businessRoutes.create, async ({ body }, { caller }) => ({
    success: true,
    business: await createBusiness(deps, caller, body),
  }))

  handle(app, businessRoutes.get, async (_, { db, caller }) => {
    const [business, statuses] = await Promise.all([findBusiness(db, caller.businessId), readStatuses(db, caller)])
    if (!business) throw new AppError('business_not_found')
    return { success: true, business, statuses }
  })

  handle(app, businessRoutes.change, async ({ body }, context) => ({
    success: true,
    business: await changeBusiness(context, body),
  }))

  handle(app, businessRoutes.close, async ({ body }, context) => {
    await deps.identity.confirm(deps, context.caller, body)
    return { success: true, closesAt: await closeBusiness(deps, context, body) }
  })

  handle(app, businessRoutes.reopen, async (_, context) => {
    await reopenBusiness(deps, context)
    return { success: true }
  })

  handle(app, businessRoutes.transfer, async ({ body }, context) => {
    await deps.identity.confirm(deps, context.caller, body)
    await transferBusiness(context, body)
    return { success: true }
  })
}
