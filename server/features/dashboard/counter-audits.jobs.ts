import { sql } from 'kysely'
import { z } from 'zod'
import { AUDIT_DRIFTS_MAX } from '#contract/dashboard.ts'
import { firstOfMonth, minuteAt, plusDays } from '#contract/values/clock.ts'
import { type DayRange, inOrder } from '#contract/values/date-presets.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { job } from '../../platform/jobs/job.ts'
import * as queries from './counter-audits.queries.ts'

/** Leads or calls compared per statement, roughly. */
const BATCH_SIZE = 50_000
const MONTH_DAYS = 31
const KEPT_DAYS = 90
const DAY_MS = 86_400_000
/** Half past two in Israel, when the fewest leads arrive. */
const HOUR = 2

/** Compares the counters of every business with its leads and calls, and repairs differences. */
export const auditCounters = job({
  name: 'auditCounters',
  payload: z.object({ _cron: z.object({ ts: z.string() }).optional() }),
  maxAttempts: 3,
  // Half past two in Israel, in summer and in winter time; the run at the wrong hour is skipped below.
  cron: '30 23,0 * * *',
  async run(deps: Deps, { _cron }) {
    if (_cron && Math.floor(minuteAt(_cron.ts) / 60) !== HOUR) return
    const businesses = await deps.workerDb.selectFrom('businesses').select('business_id as id').execute()
    for (const { id } of businesses) await audit(deps, id).catch(deps.onError)
  },
})
export const dashboardJobs = [auditCounters]

async function audit({ workerDb, now, onError }: Deps, businessId: string) {
  const started = performance.now()
  const inBusiness = <T>(work: (tx: Db) => Promise<T>) =>
    workerDb.transaction().execute(async (tx) => {
      await sql`select set_config('app.business_id', ${businessId}, true)`.execute(tx)
      return work(tx)
    })
  const drifts: Awaited<ReturnType<typeof queries.findDrifts>>['drifts'] = []
  let [driftCount, repaired] = [0, 0]
  const compare = async (of: queries.Subject, range: queries.AuditRange) => {
    const found = await inBusiness((tx) => queries.findDrifts(tx, businessId, of, range))
    if (!found.count) return
    drifts.push(...found.drifts.slice(0, AUDIT_DRIFTS_MAX - drifts.length))
    driftCount += found.count
    repaired += await inBusiness((tx) => queries.reconcileCounters(tx, businessId, of, range))
  }
  for (const of of queries.subjects) {
    const months = await inBusiness((tx) => queries.listAuditedMonths(tx, businessId, of))
    for (const range of months.flatMap(rangesOf)) await compare(of, range)
    // Months and totals are compared last, with the days, which are correct by then.
    await compare(of, null)
  }
  const at = now().toISOString()
  await inBusiness(async (tx) => {
    const checked = await queries.countCounters(tx, businessId)
    const tookMs = Math.round(performance.now() - started)
    await queries.insertAudit(tx, businessId, { at, checked, drifts, driftCount, repaired, tookMs })
    await queries.deleteAudits(tx, businessId, new Date(now().getTime() - KEPT_DAYS * DAY_MS).toISOString())
  })
  if (driftCount)
    onError(new Error(`Counters of business ${businessId}: ${driftCount} were wrong, ${repaired} were mended`))
}

/** Splits a month into day ranges of bounded work. */
function rangesOf({ month, total }: { month: string; total: number }): DayRange[] {
  const next = firstOfMonth(plusDays(month, MONTH_DAYS))
  const length = Math.max(1, Math.floor((MONTH_DAYS * BATCH_SIZE) / Math.max(total, BATCH_SIZE)))
  const ranges: DayRange[] = []
  for (let from = month; from < next; from = plusDays(from, length)) {
    const [to] = inOrder(plusDays(from, length), next)
    ranges.push({ from, to })
  }
  return ranges
}
