import type { DashboardMeetings, DashboardQuery } from '#contract/dashboard.ts'
import { MEETING_DAYS_MAX } from '#contract/leads/meetings/meetings.ts'
import { beginningOf, dayOf, plusDays } from '#contract/values/clock.ts'
import { type DayRange, daysIn, inOrder } from '#contract/values/date-presets.ts'
import { AppError } from '../../platform/http/errors.ts'
import { countMeetings, type MeetingCounts } from '../meetings/meetings.service.ts'
import { listCampaignNames } from './dashboard.queries.ts'
import { periodsOf } from './dashboard.rules.ts'
import { type Asking, reachOf } from './dashboard.service.ts'

const stretchOf = ({ from, to }: DayRange) => ({
  from: beginningOf(from).toISOString(),
  to: beginningOf(plusDays(to, 1)).toISOString(),
})

/** A period that is longer than a list may be is that of the meetings in it. */
const listedDays = (period: DayRange | null, whole: DayRange): DayRange => {
  if (!period) return whole
  if (daysIn(period) <= MEETING_DAYS_MAX) return period
  return { from: inOrder(period.from, whole.from)[1], to: inOrder(period.to, whole.to)[0] }
}

/** Meetings that begin in a period, as many as the lists of the calendar hold; null: the business has none in sight. */
export async function readMeetingFigures(
  { db, caller, now }: Asking,
  query: DashboardQuery,
): Promise<DashboardMeetings | null> {
  const { campaignId } = query
  const { campaigns } = reachOf(caller, campaignId)
  const { period, previous } = periodsOf(query, dayOf(now))
  const count = (range: DayRange | null) =>
    countMeetings({ db, caller }, { ...(range && stretchOf(range)), campaignId })
  if (campaignId && !(await listCampaignNames(db, caller.businessId, campaigns)).length)
    throw new AppError('campaign_not_found')
  const all = await count(null)
  if (!all.first || !all.last) return null
  const whole = { from: dayOf(all.first), to: dayOf(all.last) }
  const current = period ? await count(period) : all
  const before = previous && (await count(previous))
  const of = (name: keyof MeetingCounts) => ({ total: current[name], previous: before ? before[name] : null })
  return {
    days: listedDays(period, whole),
    set: of('set'),
    confirmed: of('confirmed'),
    held: of('held'),
    noShow: of('noShow'),
  }
}
