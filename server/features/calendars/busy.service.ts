import { CALENDAR_STALE_MINUTES } from '#contract/calendars/terms.ts'
import type { Db } from '../../platform/db/db.ts'
import * as queries from './busy.queries.ts'
import type { BusySource } from './busy-times.ts'

export type { BusyRow } from './busy.queries.ts'

/** Times of one person that are read of a stretch. */
const TIMES_MAX = 2_000

type Asked = { from: string; to: string; now: Date }
/**
 * When these members of the business are busy by their connected calendars, within a stretch: every time that overlaps it,
 * in order, without the meetings of this business. `lost`: those whose connection says nothing of their times now, so that
 * all of their time is blocked, and those who have too many times to read. People without a connection are in neither. What is free here may have been taken at Google
 * within the last minutes (docs/google-calendar.md).
 */
export async function calendarTimes(db: Db, businessId: string, userIds: readonly string[], { from, to, now }: Asked) {
  if (!userIds.length) return { times: [], lost: [] }
  const stale = new Date(now.getTime() - CALENDAR_STALE_MINUTES * 60_000).toISOString()
  const [times, lost] = await Promise.all([
    queries.listTimes(db, businessId, { userIds, from, to, most: TIMES_MAX }),
    queries.listLost(db, businessId, { userIds, stale }),
  ])
  const counted = Map.groupBy(times, ({ userId }) => userId)
  const crowded = userIds.filter((userId) => (counted.get(userId)?.length ?? 0) >= TIMES_MAX)
  return { times, lost: [...new Set([...lost, ...crowded])] }
}

/** The same for booking: a person whose connection says nothing is busy all the time. */
export const calendarsAsBusy: BusySource = async (db, businessId, { userIds, from, to, now }) => {
  const { times, lost } = await calendarTimes(db, businessId, userIds, {
    from: from.toISOString(),
    to: to.toISOString(),
    now,
  })
  return [
    ...times.map(({ userId, startsAt, endsAt }) => ({ userId, from: Date.parse(startsAt), to: Date.parse(endsAt) })),
    ...lost.map((userId) => ({ userId, from: from.getTime(), to: to.getTime() })),
  ]
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
