import type { FastifyInstance } from 'fastify'
import { billingRoutes } from '#contract/billing/billing.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Deps } from '../../deps.ts'
import { emit } from '../../platform/events/emit.ts'
import { AppError } from '../../platform/http/errors.ts'
import { handle } from '../../platform/http/handle.ts'
import { withoutCardNumbers } from '../../providers/payments/card-numbers.ts'
import { changeCaps, requireAccount, showBilling } from './billing.service.ts'
import { chargeInvoice } from './charging.service.ts'
import { choosePlan, endPlan, previewPlan } from './choosing-plans.service.ts'
import { listOpen } from './collections.queries.ts'
import { addMethod, finishMethod, preferMethod, removeMethod } from './methods.service.ts'
import { showUsage } from './usage.service.ts'

/** Without BILLING there are no such routes. */
export function mountBilling(app: FastifyInstance, deps: Deps) {
  if (deps.env.billing) withoutCardNumbers(app, (routes) => mountRoutes(routes, deps))
}

function mountRoutes(app: FastifyInstance, deps: Deps) {
  const { workerDb, now } = deps
  const shown = async (db: Deps['workerDb'], businessId: string) => ({
    success: true as const,
    billing: await showBilling(deps, db, businessId),
  })
  handle(app, billingRoutes.get, (_, { db, caller }) => shown(db, caller.businessId))
  handle(app, billingRoutes.usage, async ({ query }, { db, caller }) => ({
    success: true,
    usage: await showUsage(deps, db, caller.businessId, query.month),
  }))
  handle(app, billingRoutes.previewPlan, async ({ query }, { caller }) => ({
    success: true,
    preview: await previewPlan({ workerDb, now: now(), businessId: caller.businessId, planId: query.planId }),
  }))
  handle(app, billingRoutes.choosePlan, async ({ body }, { db, caller }) => {
    const { businessId } = caller
    await requireAccount(deps, businessId)
    const invoiceId = await choosePlan(deps, caller, body.planId)
    if (invoiceId) await chargeInvoice(deps, { businessId, invoiceId, byCalendar: true })
    return shown(db, businessId)
  })
  handle(app, billingRoutes.cancel, async ({ body }, { db, caller }) => {
    await endPlan(deps, caller, body.isOn)
    return shown(db, caller.businessId)
  })
  handle(app, billingRoutes.pay, async (_, { db, caller }) => {
    const { businessId } = caller
    const open = await listOpen(db, businessId)
    if (!open.length) throw new AppError('nothing_to_pay')
    await emit(workerDb, caller, 'billing.pay_asked', { campaignId: ALL_CAMPAIGNS })
    for (const { invoiceId } of open) await chargeInvoice(deps, { businessId, invoiceId, byCalendar: false })
    return shown(db, businessId)
  })
  handle(app, billingRoutes.changeCaps, async ({ body }, { db, caller }) => {
    await requireAccount(deps, caller.businessId)
    await changeCaps(deps, caller, body.caps)
    return shown(db, caller.businessId)
  })
  handle(app, billingRoutes.addMethod, async ({ body }, { caller, language }) => {
    await requireAccount(deps, caller.businessId)
    return { success: true, ...(await addMethod(deps, { businessId: caller.businessId, language, method: body })) }
  })
  handle(app, billingRoutes.finishMethod, async ({ params }, { db, caller }) => {
    await finishMethod(deps, caller.businessId, params.id)
    return shown(db, caller.businessId)
  })
  handle(app, billingRoutes.preferMethod, async ({ params }, { caller }) => {
    await preferMethod(deps, caller, params.id)
    return { success: true }
  })
  handle(app, billingRoutes.removeMethod, async ({ params }, { caller }) => {
    await removeMethod(deps, caller, params.id)
    return { success: true }
  })
}
