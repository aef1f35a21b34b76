import { openPeriods } from '#contract/working-hours/open-periods.ts'
import type { WorkingHours } from '#contract/working-hours/working-hours.ts'
import type { Db } from '../../platform/db/db.ts'
import * as queries from './working-hours.queries.ts'
import { hoursOfBusiness } from './working-hours.rules.ts'

const DAY_MS = 86_400_000
/** Open periods are written this far ahead, and again when less than WRITTEN_DAYS_MIN are left. */
const WRITTEN_DAYS = 400
const WRITTEN_DAYS_MIN = 370
/** How far back they are written for hours that are set for the first time. */
const PAST_DAYS = 31

export const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS)
/** From when on the periods of hours that had none are written. */
export const firstMoment = (now: Date) => daysFrom(now, -PAST_DAYS)
export const leastUntil = (now: Date) => daysFrom(now, WRITTEN_DAYS_MIN)

type Written = { campaignId: string | null; hours: WorkingHours; from: Date; now: Date }

/** Writes from a moment on when it is open; what is written before stays. */
export async function writePeriods(tx: Db, businessId: string, { campaignId, hours, from, now }: Written) {
  const until = daysFrom(now, WRITTEN_DAYS)
  await queries.deletePeriods(tx, businessId, { campaignId, from })
  await queries.insertPeriods(tx, businessId, { campaignId, periods: openPeriods(hours, from, until) })
  await queries.upsertWrittenUntil(tx, businessId, { campaignId, until })
}

/**
 * Writes the open periods of a business and its campaigns as far ahead as needed. `isMoved`: its city changed, and with it
 * the hours of a business that never set them.
 */
export const writeAhead = (db: Db, businessId: string, { now, isMoved }: { now: Date; isMoved: boolean }) =>
  db.transaction().execute(async (tx) => {
    await queries.lockHours(tx, businessId)
    const stored = await queries.findHours(tx, businessId, null)
    if (!stored) return
    const write = async (campaignId: string | null, hours: WorkingHours, writtenUntil: string | null) => {
      if (writtenUntil && new Date(writtenUntil) >= leastUntil(now)) return
      const from = writtenUntil ? new Date(writtenUntil) : firstMoment(now)
      await writePeriods(tx, businessId, { campaignId, hours, from, now })
    }
    const hours = hoursOfBusiness(stored)
    if (isMoved && !stored.hours && stored.writtenUntil)
      await writePeriods(tx, businessId, { campaignId: null, hours, from: now, now })
    else await write(null, hours, stored.writtenUntil)
    for (const one of await queries.listCampaignHours(tx, businessId))
      await write(one.campaignId, one.hours, one.writtenUntil)
  })
