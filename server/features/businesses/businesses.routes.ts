import type { FastifyInstance } from 'fastify'
import { businessRoutes } from '#contract/businesses.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { handle } from '../../platform/http/handle.ts'
import { findBusiness, listStatuses } from './businesses.queries.ts'
import { changeBusiness, createBusiness, transferBusiness } from './businesses.service.ts'
import { closeBusiness, reopenBusiness } from './closing.service.ts'

export function mountBusinesses(app: FastifyInstance, deps: Deps) {
  handle(app, businessRoutes.create, async ({ body }, { caller }) => ({
    success: true,
    business: await createBusiness(deps, caller, body),
  }))

  handle(app, businessRoutes.get, async (_, { db, caller: { businessId } }) => {
    const [business, statuses] = await Promise.all([findBusiness(db, businessId), listStatuses(db, businessId)])
    if (!business) throw new AppError('business_not_found')
    return { success: true, business, statuses }
  })

  handle(app, businessRoutes.change, async ({ body }, { db, caller: { businessId } }) => ({
    success: true,
    business: await changeBusiness(db, businessId, body),
  }))

  handle(app, businessRoutes.close, async ({ body }, context) => {
    const closesAt = await closeBusiness(deps, context, body)
    deps.access.forget()
    deps.forms.forget()
    return { success: true, closesAt }
  })

  handle(app, businessRoutes.reopen, async (_, context) => {
    await reopenBusiness(deps, context)
    deps.access.forget()
    deps.forms.forget()
    return { success: true }
  })

  handle(app, businessRoutes.transfer, async ({ body }, context) => {
    await transferBusiness(context, body)
    deps.access.forget()
    return { success: true }
  })
}
