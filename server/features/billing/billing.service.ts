import type { Billing } from '#contract/billing/billing.ts'
import type { Meter } from '#contract/billing/plans.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { dayOf, firstOfMonth } from '#contract/values/clock.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Author, emit } from '../../platform/events/emit.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as accounts from './accounts.queries.ts'
import { nextMonthOf } from './billing.rules.ts'
import { listOpen } from './collections.queries.ts'
import { amountsOn } from './invoicing.service.ts'
import { listMethods, type Method } from './methods.queries.ts'
import { openTrial } from './periods.service.ts'
import { findPlan, listOffers, listPlanDays } from './plans.queries.ts'
import { usageCosts, usedIn, watchCaps } from './usage.service.ts'

type LookDeps = Pick<Deps, 'workerDb' | 'usageMeters' | 'payments' | 'now'>

/** The account of a business; a business without one begins its trial. */
export async function requireAccount({ workerDb, now }: Pick<Deps, 'workerDb' | 'now'>, businessId: string) {
  const found = await accounts.findAccount(workerDb, businessId)
  if (found) return found
  await openTrial(workerDb, businessId, dayOf(now()))
  return (await accounts.findAccount(workerDb, businessId)) as accounts.Account
}

/** Billing as its page shows it. */
export async function showBilling(deps: LookDeps, db: Db, businessId: string): Promise<Billing> {
  const account = await requireAccount(deps, businessId)
  const [plans, methods, open, plan, nextPlan] = await Promise.all([
    listOffers(db),
    listMethods(db, businessId),
    listOpen(db, businessId),
    account.versionId ? findPlan(db, account.versionId) : undefined,
    account.nextVersionId ? findPlan(db, account.nextVersionId) : undefined,
  ])
  const { state, trialUntil, periodFrom, periodTo, endsAfterPeriod, caps, cappedIn } = account
  const price = endsAfterPeriod ? 0 : (nextPlan ?? plan)?.price
  return {
    ...{ state, trialUntil, periodFrom, periodTo, endsAfterPeriod, caps, cappedIn, plans },
    plan: plan ?? null,
    nextPlan: nextPlan ?? null,
    next: price === undefined ? null : await nextCharge(deps, db, businessId, price),
    methods: methods.map(toMethod),
    owed: open.map(({ invoiceId, balance, issuedOn, refusal, dueAt, isRunning }) => ({
      ...{ invoiceId, amount: balance, issuedOn, refusal, nextTryAt: dueAt, isRunning },
      suspendsOn: account.suspendsOn,
    })),
    takesPayments: deps.payments !== undefined,
  }
}

async function nextCharge(deps: LookDeps, db: Db, businessId: string, price: number) {
  const today = dayOf(deps.now())
  const used = await usedIn(deps, deps.workerDb, businessId, firstOfMonth(today))
  const { untilToday, forecast } = usageCosts(used, await listPlanDays(db, businessId), today)
  const on = nextMonthOf(today).from
  const { net, vatRate, total } = await amountsOn(deps.workerDb, businessId, { net: price + forecast, day: on })
  return { on, net, vatRate, total, usageUntilToday: untilToday, usageForecast: forecast }
}

const toMethod = ({ id, kind, state, brand, last4, expiresMonth, bank, branch, isDefault }: Method) => ({
  ...{ _id: id, kind, brand, last4, expiresMonth, bank, branch, isDefault },
  state: state === 'removed' ? ('refused' as const) : state,
})

/** Sets the caps and compares them with the usage at once. */
export async function changeCaps(
  deps: LookDeps & Pick<Deps, 'env' | 'mail' | 'wakeRelay'>,
  author: Author,
  caps: Partial<Record<Meter, number>>,
) {
  const { businessId } = author
  await deps.workerDb.transaction().execute(async (tx) => {
    const account = await accounts.lockAccount(tx, businessId)
    if (!account) throw new AppError('no_plan')
    const names = [...new Set([...Object.keys(account.caps), ...Object.keys(caps)])] as Meter[]
    const changed = names.filter((meter) => account.caps[meter] !== caps[meter])
    if (!changed.length) return
    await accounts.updateAccount(tx, businessId, { caps })
    const changes = Object.fromEntries(
      changed.map((meter): [string, [unknown, unknown]] => [meter, [account.caps[meter] ?? null, caps[meter] ?? null]]),
    )
    await emit(tx, author, 'billing.caps_changed', { campaignId: ALL_CAMPAIGNS, changes })
  })
  await watchCaps(deps, businessId)
}

/** Why what costs the operator money has stopped for a business; undefined: it has not. */
export async function stoppedBy(
  { env, now }: Pick<Deps, 'env' | 'now'>,
  db: Db,
  businessId: string,
): Promise<'payment_overdue' | 'usage_cap_reached' | undefined> {
  if (!env.billing) return undefined
  const account = await accounts.findAccount(db, businessId)
  if (!account) return undefined
  const today = dayOf(now())
  const isOver = account.state === 'trial' && account.trialUntil < today
  if (account.isHeld || isOver || account.state === 'suspended' || account.state === 'canceled')
    return 'payment_overdue'
  return account.cappedIn === firstOfMonth(today) ? 'usage_cap_reached' : undefined
}
