import { dayOf, firstOfMonth, momentOf, plusDays } from '../../../contract/values/clock.ts'
import type { Deps } from '../../../server/deps.ts'
import { findAccount } from '../../../server/features/billing/accounts.queries.ts'
import { chargeInvoice } from '../../../server/features/billing/charging.service.ts'
import { choosePlan } from '../../../server/features/billing/choosing-plans.service.ts'
import { listOpen, listSettled } from '../../../server/features/billing/collections.queries.ts'
import { issueForPayment } from '../../../server/features/billing/documents.service.ts'
import { addMethod, finishMethod } from '../../../server/features/billing/methods.service.ts'
import { billAccount, openTrial } from '../../../server/features/billing/periods.service.ts'
import { insertVersion } from '../../../server/features/billing/plans.queries.ts'
import { newId } from '../../../server/platform/ids.ts'
import { answerSetup } from '../../../server/providers/payments/local-house.queries.ts'

const MONTHS = 6
const NIGHT = 2 * 60
const rate = (included: number, unitPrice: number) => ({ included, tiers: [{ upTo: null, unitPrice }] })
const plans = [
  {
    plan: 'start',
    nameHe: 'התחלה',
    nameEn: 'Start',
    price: 29_000,
    rates: {
      numbers: rate(2, 3_500),
      minutes_in: rate(500, 20),
      minutes_out: rate(300, 25),
      sms: rate(200, 15),
      users: rate(3, 3_900),
    },
  },
  {
    plan: 'growth',
    nameHe: 'צמיחה',
    nameEn: 'Growth',
    price: 69_000,
    rates: {
      numbers: rate(10, 2_900),
      minutes_in: rate(2_000, 20),
      minutes_out: rate(1_000, 25),
      sms: rate(2_000, 12),
      users: rate(12, 3_500),
      storage: rate(5_000, 2),
    },
  },
  {
    plan: 'agency',
    nameHe: 'סוכנות',
    nameEn: 'Agency',
    price: 149_000,
    rates: {
      numbers: rate(40, 2_400),
      minutes_in: rate(8_000, 17),
      minutes_out: rate(5_000, 22),
      sms: rate(10_000, 10),
      users: rate(40, 2_900),
      storage: rate(50_000, 1),
    },
  },
]

/** Six months of billing of a demo business, by the product's own acts at their times. */
export async function seedBillingHistory(deps: Deps, businessId: string) {
  const { workerDb, payments, now } = deps
  // The worker may have opened the trial already.
  if (!payments || (await findAccount(workerDb, businessId))?.periodFrom) return
  const ids = plans.map((plan) => ({ ...plan, id: newId() }))
  await workerDb.transaction().execute(async (tx) => {
    for (const plan of ids) await insertVersion(tx, plan)
  })
  let month = firstOfMonth(dayOf(now()))
  for (let i = 1; i < MONTHS; i++) month = firstOfMonth(plusDays(month, -1))
  const at = (moment: Date): Deps => ({ ...deps, now: () => moment })
  const begun = at(momentOf(month, NIGHT))
  await openTrial(workerDb, businessId, month)
  const { url, methodId } = await addMethod(begun, { businessId, language: 'he', method: { kind: 'card' } })
  const card = { brand: 'Visa', last4: '4821', expiresMonth: `${Number(month.slice(0, 4)) + 2}-03-01` }
  const answer = { state: 'approved', token: newId(), behaviour: 'approved', card } as const
  await answerSetup(workerDb, new URL(url).pathname.split('/').at(-1) ?? '', answer)
  await finishMethod(begun, businessId, methodId)
  await choosePlan(begun, { kind: 'system', businessId }, ids[1]?.id ?? '')
  for (; month <= dayOf(now()); month = firstOfMonth(plusDays(month, 32))) {
    await billAccount(at(momentOf(month, NIGHT)), businessId)
    await payOpen(deps, at, businessId)
  }
}

/** Charges what is open at the time at which it was due. */
async function payOpen({ workerDb, now }: Deps, at: (moment: Date) => Deps, businessId: string) {
  for (const { invoiceId, dueAt } of await listOpen(workerDb, businessId)) {
    const due = new Date(dueAt ?? 0)
    if (due > now()) continue
    await chargeInvoice({ ...at(due), withoutDocuments: true }, { businessId, invoiceId, byCalendar: true })
    await workerDb.transaction().execute(async (tx) => {
      const issuing = { now: () => due, isSilent: true }
      for (const payment of await listSettled(tx, businessId, invoiceId))
        await issueForPayment(issuing, tx, businessId, payment)
    })
  }
}
