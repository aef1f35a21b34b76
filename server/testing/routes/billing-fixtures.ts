import { randomInt } from 'node:crypto'
import { dayOf } from '#contract/values/clock.ts'
import type { Deps } from '../../deps.ts'
import { updateAccount } from '../../features/billing/accounts.queries.ts'
import { monthOf } from '../../features/billing/billing.rules.ts'
import { requireAccount } from '../../features/billing/billing.service.ts'
import { invoice } from '../../features/billing/invoicing.service.ts'
import { insertMethod, updateMethod } from '../../features/billing/methods.queries.ts'
import { planLine } from '../../features/billing/periods.service.ts'
import { insertVersion, upsertPlanDay } from '../../features/billing/plans.queries.ts'
import { newId } from '../../platform/ids.ts'

/** Rows of billing of a business. */
export function billingFixtures(deps: Deps, businessId: string) {
  const { workerDb, now } = deps
  const plan = async (price = 0) => {
    const id = newId()
    const name = `plan ${id}`
    await workerDb
      .transaction()
      .execute((tx) => insertVersion(tx, { id, plan: name, nameHe: 'תוכנית', nameEn: 'Plan', price, rates: {} }))
    return id
  }
  const account = () => requireAccount(deps, businessId)
  /** A plan that the business holds. */
  const held = async () => {
    await account()
    const versionId = await plan()
    const { from, to } = monthOf(dayOf(now()))
    const period = { periodFrom: from, periodTo: to, versionId, endsAfterPeriod: false, nextVersionId: null }
    await updateAccount(workerDb, businessId, { ...period, state: 'active' })
    await upsertPlanDay(workerDb, businessId, { from, versionId })
    return versionId
  }
  const method = async (state: 'waiting' | 'approved' | 'refused') => {
    await account()
    const id = newId()
    const row = { id, kind: 'bank' as const, setupRef: newId(), last4: '1907', bank: '10', branch: '832', at: now() }
    await insertMethod(workerDb, businessId, row)
    await updateMethod(workerDb, businessId, id, { state })
    return id
  }
  /** An invoice that is not paid. */
  const owed = async (amount = 100 + randomInt(1_000)) => {
    await account()
    const period = monthOf(dayOf(now()))
    const lines = [planLine({ nameHe: 'תוכנית', nameEn: 'Plan', price: amount }, period)]
    const wanted = { cause: `test ${newId()}`, lines, period, now: now(), isTriedNow: false }
    return workerDb.transaction().execute((tx) => invoice(tx, { kind: 'system', businessId }, wanted))
  }
  return { plan, held, method, owed, account }
}
