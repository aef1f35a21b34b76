import { TRIAL_DAYS } from '#contract/billing/billing.ts'
import type { Plan } from '#contract/billing/plans.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import * as accounts from './accounts.queries.ts'
import { nextMonthOf, usageLines } from './billing.rules.ts'
import { ownerMails } from './billing-mails.service.ts'
import { listOpen } from './collections.queries.ts'
import { invoice } from './invoicing.service.ts'
import { findPlan, listPlanDays, upsertPlanDay } from './plans.queries.ts'
import { byMeter, recordUsage, usedIn } from './usage.service.ts'

export type PeriodDeps = Pick<Deps, 'workerDb' | 'usageMeters' | 'env' | 'mail' | 'now' | 'wakeRelay'>

/** A trial from a day on. */
export const openTrial = (db: Db, businessId: string, today: string) =>
  accounts.insertAccount(db, businessId, plusDays(today, TRIAL_DAYS - 1))

/** Does what is due of a business today: ends its trial or its grace, and charges months that begin. Runs twice without harm. */
export async function billAccount(deps: PeriodDeps, businessId: string) {
  await deps.workerDb.transaction().execute(async (tx) => {
    const account = await accounts.lockAccount(tx, businessId)
    if (!account) return
    const today = dayOf(deps.now())
    if (account.state === 'trial' && account.trialUntil < today) await suspend(deps, tx, businessId)
    if (account.state === 'past_due' && account.suspendsOn && account.suspendsOn <= today) {
      const open = await listOpen(tx, businessId)
      // A standing order that was asked in time may still settle.
      if (!open.some(({ isRunning }) => isRunning)) await suspend(deps, tx, businessId)
    }
    await lockCurrent(deps, tx, businessId)
  })
  deps.wakeRelay()
}

/** Locks the account once all its months that are over are charged, so that its plan changes in the month of today. */
export async function lockCurrent(deps: PeriodDeps, tx: Db, businessId: string) {
  const today = dayOf(deps.now())
  let account = await accounts.lockAccount(tx, businessId)
  while (account?.periodTo && account.periodTo < today) {
    await closeMonth(deps, tx, { businessId, account })
    account = await accounts.lockAccount(tx, businessId)
  }
  return account
}

async function suspend(deps: PeriodDeps, tx: Db, businessId: string) {
  const now = deps.now()
  await accounts.updateAccount(tx, businessId, { state: 'suspended', suspendedAt: now, suspendsOn: null })
  await emit(tx, { kind: 'system', businessId }, 'billing.suspended', { campaignId: ALL_CAMPAIGNS })
  const key = `suspended ${businessId} ${dayOf(now)}`
  await ownerMails(tx, deps, { businessId, template: 'suspended', key, values: {} })
}

type Ending = { businessId: string; account: accounts.Account }
/** Charges the usage of a month that ended and the plan of the next one, and begins that month. */
async function closeMonth(deps: PeriodDeps, tx: Db, { businessId, account }: Ending) {
  const { periodFrom, periodTo, endsAfterPeriod } = account
  if (!periodFrom || !periodTo) return
  await recordUsage(deps, tx, businessId, periodTo)
  const used = await usedIn(deps, tx, businessId, periodFrom)
  const lines = usageLines(byMeter(used), await listPlanDays(tx, businessId), { from: periodFrom, to: periodTo })
  const month = nextMonthOf(periodTo)
  const versionId = endsAfterPeriod ? null : (account.nextVersionId ?? account.versionId)
  const plan = versionId ? await findPlan(tx, versionId) : undefined
  // A suspended month costs what it uses, without the plan's price.
  const isCharged = plan && account.state !== 'suspended'
  await invoice(
    tx,
    { kind: 'system', businessId },
    {
      cause: `month ${month.from}`,
      lines: isCharged ? [...lines, planLine(plan, month)] : lines,
      period: isCharged ? month : { from: periodFrom, to: periodTo },
      now: deps.now(),
      isTriedNow: false,
    },
  )
  if (plan && plan._id !== account.versionId)
    await upsertPlanDay(tx, businessId, { from: month.from, versionId: plan._id })
  await accounts.updateAccount(tx, businessId, {
    ...(plan ? { periodFrom: month.from, periodTo: month.to } : { periodFrom: null, periodTo: null }),
    ...{ versionId: plan?._id ?? null, nextVersionId: null, endsAfterPeriod: false },
    ...(!plan && account.state === 'active' && { state: 'canceled' as const }),
    ...(!plan && account.state === 'past_due' && { state: 'canceled' as const, suspendsOn: null }),
  })
}

export const planLine = (
  { nameHe, nameEn, price }: Pick<Plan, 'nameHe' | 'nameEn' | 'price'>,
  { from, to }: { from: string; to: string },
) => ({ kind: 'plan' as const, nameHe, nameEn, quantity: 1, unitPrice: price, amount: price, from, to })
