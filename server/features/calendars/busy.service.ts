import { CALENDAR_STALE_MINUTES } from '#contract/calendars/terms.ts'
import type { Db } from '../../platform/db/db.ts'
import * as queries from './busy.queries.ts'

export type { BusyRow } from './busy.queries.ts'

type Asked = { from: string; to: string; now: Date }
/**
 * When these members of the business are busy by their connected calendars, within a stretch: every time that overlaps it,
 * in order, without the meetings of this business. `lost`: those whose connection says nothing of their times now, so that
 * all of their time is blocked. People without a connection are in neither. What is free here may have been taken at Google
 * within the last minutes (docs/google-calendar.md).
 */
export async function busyTimes(db: Db, businessId: string, userIds: readonly string[], { from, to, now }: Asked) {
  if (!userIds.length) return { times: [], lost: [] }
  const stale = new Date(now.getTime() - CALENDAR_STALE_MINUTES * 60_000).toISOString()
  const [times, lost] = await Promise.all([
    queries.listTimes(db, businessId, { userIds, from, to }),
    queries.listLost(db, businessId, { userIds, stale }),
  ])
  return { times, lost }
}

type Changes = { busy: readonly queries.BusyRow[]; free: readonly string[]; before: string }
/** Notes what changed in a calendar, and forgets what ended before `before`. */
export const noteTimes = (db: Db, calendar: queries.OfCalendar, { busy, free, before }: Changes) =>
  db.transaction().execute(async (tx) => {
    await queries.dropBusy(tx, calendar, free)
    await queries.putBusy(tx, calendar, busy)
    await queries.dropPast(tx, calendar.userId, before)
  })

/** Notes all busy times of a calendar in place of those that were known. */
export const replaceTimes = (db: Db, calendar: queries.OfCalendar, busy: readonly queries.BusyRow[]) =>
  db.transaction().execute(async (tx) => {
    await queries.dropBusyOf(tx, calendar)
    await queries.putBusy(tx, calendar, busy)
  })
