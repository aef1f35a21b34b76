import type { InvoiceLine, PlanPreview } from '#contract/billing/billing.ts'
import type { Plan } from '#contract/billing/plans.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { dayOf } from '#contract/values/clock.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Author, emit } from '../../platform/events/emit.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as accounts from './accounts.queries.ts'
import { monthOf, nextMonthOf, restOfMonth } from './billing.rules.ts'
import { listOpen } from './collections.queries.ts'
import { amountsOn, invoice } from './invoicing.service.ts'
import { findDefault } from './methods.queries.ts'
import { lockCurrent, type PeriodDeps } from './periods.service.ts'
import { findPlan, listOffers, upsertPlanDay } from './plans.queries.ts'

type Change = { isNow: boolean; from: string; days: number; daysOfMonth: number; net: number }
/** When a plan begins and what it costs at once, by the plan that is held: the server's own figures alone. */
function changeTo(plan: Plan, held: Plan | undefined, today: string): Change {
  const next = nextMonthOf(today)
  if (held && plan.price <= held.price) return { isNow: false, from: next.from, days: 0, daysOfMonth: 0, net: 0 }
  return { isNow: true, from: today, ...restOfMonth(plan.price - (held?.price ?? 0), today) }
}

async function requireOffer(db: Db, planId: string) {
  const plan = (await listOffers(db)).find(({ _id }) => _id === planId)
  if (!plan) throw new AppError('plan_not_found')
  return plan
}

type Wish = { workerDb: Db; now: Date; businessId: string; planId: string }
export async function previewPlan({ workerDb: db, now, businessId, planId }: Wish): Promise<PlanPreview> {
  const plan = await requireOffer(db, planId)
  const account = await accounts.findAccount(db, businessId)
  const held = account?.versionId ? await findPlan(db, account.versionId) : undefined
  if (held?._id === plan._id && !account?.nextVersionId) throw new AppError('plan_already_held')
  const today = dayOf(now)
  const { isNow, from, days, daysOfMonth, net } = changeTo(plan, held, today)
  const { zeroRateReason: _, ...amounts } = await amountsOn(db, businessId, { net, day: today })
  return { now: isNow, from, days, daysOfMonth, ...amounts }
}

type ChoiceDeps = PeriodDeps & Pick<Deps, 'payments'>
/** Chooses a plan. Returns the invoice to charge at once, if any. */
export const choosePlan = (deps: ChoiceDeps, author: Author, planId: string) =>
  deps.workerDb.transaction().execute(async (tx) => {
    const { businessId } = author
    const plan = await requireOffer(tx, planId)
    const account = await lockCurrent(deps, tx, businessId)
    if (!account) throw new AppError('no_plan')
    const held = account.versionId ? await findPlan(tx, account.versionId) : undefined
    if (held?._id === plan._id && !account.nextVersionId && !account.endsAfterPeriod)
      throw new AppError('plan_already_held')
    const needsMethod = deps.payments !== undefined && plan.price > 0
    if (needsMethod && !(await findDefault(tx, businessId))) throw new AppError('payment_method_needed')
    const now = deps.now()
    const today = dayOf(now)
    const change = changeTo(plan, held, today)
    await emit(tx, author, 'billing.plan_chosen', { campaignId: ALL_CAMPAIGNS, plan: plan.nameEn, from: change.from })
    if (!change.isNow) {
      const nextVersionId = held?._id === plan._id ? null : plan._id
      await accounts.updateAccount(tx, businessId, { nextVersionId, endsAfterPeriod: false })
      return undefined
    }
    return begin(tx, author, { account, plan, held, change, now })
  })

type Begin = { account: accounts.Account; plan: Plan; held: Plan | undefined; change: Change; now: Date }
async function begin(tx: Db, author: Author, { account, plan, held, change, now }: Begin) {
  const { businessId } = author
  const month = monthOf(change.from)
  await upsertPlanDay(tx, businessId, { from: change.from, versionId: plan._id })
  // What has stopped goes on once the first invoice is paid; a trial and an ended plan go on at once.
  const goesOn = account.state === 'trial' || account.state === 'canceled'
  await accounts.updateAccount(tx, businessId, {
    ...{ versionId: plan._id, periodFrom: month.from, periodTo: month.to, nextVersionId: null, endsAfterPeriod: false },
    ...(goesOn && !account.isHeld && { state: 'active' as const }),
  })
  const period = { from: change.from, to: month.to }
  const line: InvoiceLine = {
    kind: held ? 'upgrade' : change.days === change.daysOfMonth ? 'plan' : 'plan_rest',
    ...{ nameHe: plan.nameHe, nameEn: plan.nameEn, quantity: 1, unitPrice: change.net, amount: change.net },
    ...period,
  }
  const cause = `change ${change.from} ${held?._id ?? 'none'} ${plan._id}`
  const invoiceId = await invoice(tx, author, { cause, lines: [line], period, now, isTriedNow: true })
  const owes = (await listOpen(tx, businessId)).length > 0
  if (account.state === 'suspended' && !owes && !account.isHeld)
    await accounts.updateAccount(tx, businessId, { state: 'active', suspendedAt: null, suspendsOn: null })
  return invoiceId
}

/** Ends the plan after its month, or takes that back. */
export const endPlan = (deps: ChoiceDeps, author: Author, isOn: boolean) =>
  deps.workerDb.transaction().execute(async (tx) => {
    const account = await lockCurrent(deps, tx, author.businessId)
    if (!account?.versionId) throw new AppError('no_plan')
    if (account.endsAfterPeriod === isOn) return
    await accounts.updateAccount(tx, author.businessId, {
      endsAfterPeriod: isOn,
      ...(isOn && { nextVersionId: null }),
    })
    await emit(tx, author, 'billing.cancelled', { campaignId: ALL_CAMPAIGNS, isOn })
  })
