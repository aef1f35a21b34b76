import { shiftPeriods } from '#contract/shifts/person-shifts.ts'
import { dayOf, firstOfWeek, plusDays } from '#contract/values/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import * as periods from './shift-periods.queries.ts'
import { listPeople, lockShifts } from './shifts.queries.ts'
import { type ShiftPerson, shiftsOf } from './shifts.rules.ts'

const DAY_MS = 86_400_000
/** Periods are written this far ahead, and again when less than WRITTEN_DAYS_MIN are left. */
const WRITTEN_DAYS = 120
const WRITTEN_DAYS_MIN = 90
/** A person whose periods are written for the first time was always on before; so far back it is written. */
const PAST_DAYS = 31

const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS)
export const leastUntil = (now: Date) => daysFrom(now, WRITTEN_DAYS_MIN)
/** The Sunday from which on published weeks can matter at a moment: a shift may run into the next week. */
export const firstWeekAt = (now: Date) => firstOfWeek(plusDays(dayOf(now), -1))

type Written = { person: ShiftPerson; from: Date; now: Date }
/** Writes from a moment on when a person is on shift; what is written before stays. */
async function write(tx: Db, businessId: string, { person, from, now }: Written) {
  const { userId } = person
  const until = daysFrom(now, WRITTEN_DAYS)
  const spans = shiftPeriods(shiftsOf(person), from.getTime(), until.getTime())
  const isFirst = !person.writtenUntil
  const past = { from: daysFrom(now, -PAST_DAYS).getTime(), to: from.getTime(), isOnCall: false }
  await periods.deletePeriods(tx, businessId, { userId, from })
  await periods.insertPeriods(tx, businessId, { userId, periods: isFirst ? [past, ...spans] : spans })
  await periods.updateWrittenUntil(tx, businessId, { userId, until })
}

/** After a change of these people's shifts, which have a plan, in its transaction: from now on. */
export async function rewritePeriods(
  tx: Db,
  businessId: string,
  { userIds, now }: { userIds: readonly string[]; now: Date },
) {
  if (!userIds.length) return
  const people = await listPeople(tx, businessId, {
    since: firstWeekAt(now),
    ...(userIds.length === 1 && { userId: userIds[0] }),
  })
  for (const person of people)
    if (userIds.includes(person.userId)) await write(tx, businessId, { person, from: now, now })
}

/** Writes the periods of a business as far ahead as needed. */
export const writeAhead = (db: Db, businessId: string, now: Date) =>
  db.transaction().execute(async (tx) => {
    await lockShifts(tx, businessId)
    const people = await listPeople(tx, businessId, { since: firstWeekAt(now) })
    for (const person of people) {
      const until = person.writtenUntil ? new Date(person.writtenUntil) : now
      if (!person.hasRow || until >= leastUntil(now)) continue
      await write(tx, businessId, { person, from: until > now ? until : now, now })
    }
  })

/** The people of a campaign, or without one of the business, who are on shift at a moment. */
export const onShift = (db: Db, businessId: string, at: { campaignId: string | null; at: Date }) =>
  periods.listOnShift(db, businessId, at)
