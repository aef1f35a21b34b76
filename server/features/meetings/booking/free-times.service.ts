import type { BookingSettings } from '#contract/leads/meetings/booking/booking-pages.ts'
import { actsEverywhere, hasRight } from '#contract/roles.ts'
import { dayOf } from '#contract/values/clock.ts'
import { dayAsSpan } from '#contract/working-hours/moments.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type BusySpan, busyTimes } from '../../calendars/busy-times.ts'
import { listShiftTimes, type OnShift } from '../../shifts/shift-times.service.ts'
import { findAllHours } from '../../working-hours/working-hours.service.ts'
import type { Looking } from './free-times.rules.ts'

export type TimesDeps = Pick<Deps, 'busySources' | 'now'>
type Wanted = {
  campaignId: string
  settings: BookingSettings
  minutes: number
  /** Days in Israel, both included. */
  from: string
  to: string
  /** A meeting that is to be moved. */
  except?: string | undefined
}

/** Who may take meetings with leads of the campaign. */
const mayMeet = ({ role, campaigns }: OnShift, campaignId: string) =>
  actsEverywhere(role) || hasRight(campaigns[campaignId] ?? 'None', 'meetings.edit')

/**
 * What the free times of a page depend on, in a fixed number of queries however many people and days: hours of the business
 * and its campaigns, the members with their shifts and how these count, and one query for each source of busy times.
 */
export async function findLooking(
  deps: TimesDeps,
  db: Db,
  businessId: string,
  { campaignId, settings, minutes, from, to, except }: Wanted,
): Promise<Looking> {
  const { userIds } = settings
  const stretch = { userIds, from: new Date(dayAsSpan(from).from), to: new Date(dayAsSpan(to).to) }
  const [{ ofBusiness, ofCampaigns }, people, busy] = await Promise.all([
    findAllHours(db, businessId),
    listShiftTimes(db, businessId, stretch),
    busyTimes(deps, db, businessId, { ...stretch, except, now: deps.now() }),
  ])
  const known = people
    .filter((person) => mayMeet(person, campaignId))
    .map(({ userId, on }) => {
      const spans = busy.get(userId) ?? []
      return { userId, on, busy: spans, meetings: countedByDay(spans) }
    })
  return {
    settings,
    hours: ofCampaigns.get(campaignId) ?? ofBusiness,
    people: known,
    minutes,
    from,
    to,
    now: deps.now(),
  }
}

function countedByDay(spans: readonly BusySpan[]) {
  const counted = new Map<string, number>()
  for (const { from, isMeeting } of spans) {
    if (!isMeeting) continue
    const day = dayOf(new Date(from))
    counted.set(day, (counted.get(day) ?? 0) + 1)
  }
  return counted
}
