import { z } from 'zod'
import { id } from '#contract/common.ts'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import type { Deps } from '../../deps.ts'
import { addJobs, job, specOf } from '../../platform/jobs/job.ts'
import { listAccounts, listDueAccounts, listWithoutAccount } from './accounts.queries.ts'
import { chargeInvoice } from './charging.service.ts'
import { listDue } from './collections.queries.ts'
import { issuePaymentDocuments } from './documents.jobs.ts'
import { billAccount, openTrial } from './periods.service.ts'
import { runRefunds } from './refunds.service.ts'
import { recordUsage, watchCaps } from './usage.service.ts'

/** After this time an attempt without an answer is asked for. */
const UNANSWERED_MS = 60_000
const ofBusiness = z.object({ businessId: id })
const none = z.object({}).loose()

const billBusiness = job({
  name: 'billBusiness',
  payload: ofBusiness,
  maxAttempts: 8,
  run: (deps: Deps, { businessId }) => billAccount(deps, businessId),
})

const billDueBusinesses = job({
  name: 'billDueBusinesses',
  payload: none,
  maxAttempts: 3,
  cron: '7 * * * *',
  atStart: true,
  async run({ env, workerDb, now }: Deps) {
    if (!env.billing) return
    const today = dayOf(now())
    for (const { businessId } of await listWithoutAccount(workerDb)) await openTrial(workerDb, businessId, today)
    const due = await listDueAccounts(workerDb, today)
    const specs = due.map(({ businessId }) => specOf(billBusiness, { businessId }, { job_key: `bill ${businessId}` }))
    await addJobs(workerDb, specs)
  },
})

const chargeDueInvoice = job({
  name: 'chargeDueInvoice',
  payload: ofBusiness.extend({ invoiceId: id }),
  maxAttempts: 3,
  run: async (deps: Deps, wish) => void (await chargeInvoice(deps, { ...wish, byCalendar: true })),
})

/** Tries that are due, and attempts and refunds whose result is not known. */
const chargeDueInvoices = job({
  name: 'chargeDueInvoices',
  payload: none,
  maxAttempts: 3,
  cron: '*/2 * * * *',
  async run(deps: Deps) {
    const { env, workerDb, now } = deps
    if (!env.billing || !deps.payments) return
    const askedBefore = new Date(now().getTime() - UNANSWERED_MS)
    const due = await listDue(workerDb, { now: now(), askedBefore })
    await addJobs(
      workerDb,
      due.map((wish) => specOf(chargeDueInvoice, wish, { job_key: `charge ${wish.invoiceId}` })),
    )
    await runRefunds(deps)
  },
})

const countBusinessUsage = job({
  name: 'countBusinessUsage',
  payload: ofBusiness,
  maxAttempts: 8,
  run: async (deps: Deps, { businessId }) => {
    const yesterday = plusDays(dayOf(deps.now()), -1)
    await deps.workerDb.transaction().execute((tx) => recordUsage(deps, tx, businessId, yesterday))
  },
})

const watchBusinessCaps = job({
  name: 'watchBusinessCaps',
  payload: ofBusiness,
  maxAttempts: 3,
  run: (deps: Deps, { businessId }) => watchCaps(deps, businessId),
})

/** At night, when calls of the day before have ended. */
const countUsage = job({
  name: 'countUsage',
  payload: none,
  maxAttempts: 3,
  cron: '40 0 * * *',
  async run({ env, workerDb }: Deps) {
    if (!env.billing) return
    const all = await listAccounts(workerDb, { withCaps: false })
    await addJobs(
      workerDb,
      all.map(({ businessId }) => specOf(countBusinessUsage, { businessId })),
    )
  },
})

const watchAllCaps = job({
  name: 'watchAllCaps',
  payload: none,
  maxAttempts: 3,
  cron: '23 * * * *',
  async run({ env, workerDb }: Deps) {
    if (!env.billing) return
    const all = await listAccounts(workerDb, { withCaps: true })
    await addJobs(
      workerDb,
      all.map(({ businessId }) => specOf(watchBusinessCaps, { businessId })),
    )
  },
})

export const billingJobs = [
  billBusiness,
  billDueBusinesses,
  chargeDueInvoice,
  chargeDueInvoices,
  countBusinessUsage,
  countUsage,
  issuePaymentDocuments,
  watchBusinessCaps,
  watchAllCaps,
]
