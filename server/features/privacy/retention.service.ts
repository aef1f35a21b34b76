import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { RetentionChanges, RetentionSetting } from '#contract/privacy.ts'
import { type RetentionName, retentionPeriods, settablePeriods } from '#contract/retention.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import * as queries from './retention.queries.ts'

const DAY_MS = 86_400_000

/** Retention periods of the business: its own where it set one, otherwise the default. */
export async function readRetentionPeriods(db: Db, businessId: string): Promise<RetentionSetting[]> {
  const own = new Map((await queries.listRetentionPeriods(db, businessId)).map(({ clock, amount }) => [clock, amount]))
  return settablePeriods.map((clock) => {
    const { unit, standard } = retentionPeriods[clock]
    return { clock, unit, amount: own.get(clock) ?? standard }
  })
}

export async function changeRetentionPeriods({ db, caller }: { db: Db; caller: Member }, changes: RetentionChanges) {
  const { businessId } = caller
  return db.transaction().execute(async (tx) => {
    const before = await readRetentionPeriods(tx, businessId)
    const changed = before.flatMap(({ clock, amount }) => {
      const wanted = changes[clock]
      return wanted === undefined || wanted === amount ? [] : [{ clock, from: amount, amount: wanted }]
    })
    if (!changed.length) return before
    await queries.upsertRetentionPeriods(
      tx,
      businessId,
      changed.map(({ clock, amount }) => ({ clock, amount })),
    )
    await emit(tx, caller, 'retention.changed', {
      campaignId: ALL_CAMPAIGNS,
      changes: Object.fromEntries(
        changed.map(({ clock, from, amount }) => [clock, [from, amount] as [number, number]]),
      ),
    })
    return readRetentionPeriods(tx, businessId)
  })
}

/**
 * The moment before which data is deleted. If the month lacks the day, its last day is used. PostgreSQL, which computes
 * the moment for recordings, does the same.
 */
export function cutOff(clock: RetentionName, amount: number, now: Date): string {
  if (retentionPeriods[clock].unit === 'days') return new Date(now.getTime() - amount * DAY_MS).toISOString()
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - amount)
  // If the date overflowed into the next month, day 0 of that month is the last day of the previous one.
  if (before.getUTCDate() !== now.getUTCDate()) before.setUTCDate(0)
  return before.toISOString()
}

/** Deletes data whose retention period has passed. Idempotent. Recordings are deleted together with their files. */
export async function enforceRetention(
  { workerDb, now }: Pick<Deps, 'workerDb' | 'now'>,
  tables: readonly queries.TableRetainedAsSet[],
) {
  const own = await queries.listAllRetentionPeriods(workerDb)
  const amountsOf = (clock: RetentionName) => own.filter((one) => one.clock === clock)
  for (const { period: clock, ...rule } of tables) {
    const otherwise = Map.groupBy(amountsOf(clock), ({ amount }) => amount)
    const allBut = amountsOf(clock).map(({ businessId }) => businessId)
    const kept: queries.RetentionPeriod[] = [{ before: cutOff(clock, retentionPeriods[clock].standard, now()), allBut }]
    for (const [amount, those] of otherwise)
      kept.push({ before: cutOff(clock, amount, now()), of: those.map(({ businessId }) => businessId) })
    for (const one of kept) await queries.deleteExpired(workerDb, rule, one)
  }
  for (const { businessId } of await queries.listBusinesses(workerDb)) {
    const beforeOf = (clock: RetentionName) => {
      const wanted = amountsOf(clock).find((one) => one.businessId === businessId)
      return { before: cutOff(clock, wanted?.amount ?? retentionPeriods[clock].standard, now()) }
    }
    await queries.deleteTracesOfPendingMembers(workerDb, businessId, beforeOf('newcomers'))
    await queries.deleteTraces(workerDb, businessId, beforeOf('traces'))
  }
}
