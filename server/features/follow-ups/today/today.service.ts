import {
  type DoneToday,
  NEW_LEAD_DAYS,
  TODAY_COUNT_MAX,
  type TodayDay,
  type TodayFollowUp,
  type TodaySection,
  type WaitingLead,
} from '#contract/leads/follow-ups/today.ts'
import { OUTCOME_ASKED_DAYS } from '#contract/leads/meetings/terms.ts'
import { beginningOf, dayOf, plusDays } from '#contract/values/clock.ts'
import { maskPhone } from '#contract/values/masks.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { seesMasked } from '../../access/access.rules.ts'
import { clockOf } from '../../leads/leads.presenter.ts'
import { toFollowUp } from '../follow-ups.rules.ts'
import { toMissedCaller } from '../missed/missed-calls.presenter.ts'
import { readMissedCallers } from '../missed/missed-calls.queries.ts'
import { readDone } from './progress.queries.ts'
import { requireReadCampaign } from './requested-campaign.service.ts'
import { sightOf } from './sight.rules.ts'
import { counted, leadOf } from './today.presenter.ts'
import * as queries from './today.queries.ts'
import type { LeadOfToday, Sight } from './today.sql.ts'

const DAY_MS = 86_400_000
type TodayContext = { db: Db; caller: Member; now: Date }
type Whose = { userId?: string | undefined; campaignId?: string | undefined }

type Place = { campaignId: string | undefined; rows: number }
function readAll({ db, caller, now }: TodayContext, sight: Sight, place: Place) {
  const { businessId } = caller
  const filter = { sight, ...place }
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  return Promise.all([
    queries.readFollowUps(db, businessId, { ...filter, until: beginningOf(plusDays(dayOf(now), 1)) }),
    readMissedCallers(db, businessId, { ...filter, now }),
    queries.readWaitingLeads(db, businessId, { ...filter, since: ago(NEW_LEAD_DAYS), now }),
  ])
}

type FollowUps = Awaited<ReturnType<typeof queries.readFollowUps>>
const sectionOf = (followUps: FollowUps, isMasked: boolean): TodaySection => ({
  kind: 'followUps',
  ...counted(followUps),
  items: followUps.rows.map((row): TodayFollowUp => ({ followUp: toFollowUp(row), lead: leadOf(row, isMasked) })),
})

/** Follow-ups that are due tomorrow. */
function readTomorrow({ db, caller, now }: TodayContext, sight: Sight, place: Place) {
  const midnight = (days: number) => beginningOf(plusDays(dayOf(now), days))
  return queries.readFollowUps(db, caller.businessId, { sight, ...place, from: midnight(1), until: midnight(2) })
}

/** Follow-ups, missed callers and waiting leads: one statement for each section. */
export async function readToday(
  context: TodayContext,
  { userId, campaignId, day }: Whose & { day: TodayDay },
): Promise<TodaySection[]> {
  const { caller } = context
  await requireReadCampaign(context, campaignId)
  const isMasked = seesMasked(caller)
  const place = { campaignId, rows: queries.SHOWN }
  const sight = sightOf(caller, userId)
  if (day === 'tomorrow') return [sectionOf(await readTomorrow(context, sight, place), isMasked)]
  const [followUps, missed, waiting] = await readAll(context, sight, place)
  return [
    sectionOf(followUps, isMasked),
    {
      kind: 'missedCalls',
      ...counted(missed),
      items: missed.rows.map((row) => toMissedCaller(row, isMasked, context.now)),
    },
    {
      kind: 'newLeads',
      ...counted(waiting),
      items: waiting.rows.map(
        (row): WaitingLead => ({
          lead: leadOf(row, isMasked),
          at: row.at,
          message: row.message,
          clock: row.has_clock ? clockOf(row, context.now) : null,
        }),
      ),
    },
  ]
}

/** What was done today, and how much is planned for tomorrow. */
export async function readProgress(context: TodayContext, { userId, campaignId }: Whose) {
  const { db, caller, now } = context
  await requireReadCampaign(context, campaignId)
  const sight = sightOf(caller, userId)
  const isMasked = seesMasked(caller)
  const [done, tomorrow] = await Promise.all([
    readDone(db, caller.businessId, { sight, campaignId, since: beginningOf(dayOf(now)) }),
    readTomorrow(context, sight, { campaignId, rows: 0 }),
  ])
  const items = done.rows.map(
    (row): DoneToday => ({
      at: row.at,
      kind: row.kind,
      action: row.action,
      user: { _id: row.user_id, name: row.user_name, image: row.user_image },
      lead: row.lead_id ? leadOf(row as LeadOfToday, isMasked) : null,
      caller: row.caller && isMasked ? maskPhone(row.caller) : row.caller,
      callId: row.call_id,
      canUndo: row.can_undo,
    }),
  )
  return { done: { ...counted(done), items }, tomorrow: counted(tomorrow) }
}

/** The menu's count: the caller's own work, and their meetings that ask what became of them. */
export async function countToday(context: TodayContext) {
  const { db, caller, now } = context
  const sight = sightOf(caller)
  const since = beginningOf(plusDays(dayOf(now), -OUTCOME_ASKED_DAYS))
  const [sections, late, ended] = await Promise.all([
    readAll(context, sight, { campaignId: undefined, rows: 0 }),
    queries.countLate(db, caller.businessId, { userId: caller.userId, now }),
    // Partners who see masks change no meetings.
    seesMasked(caller) ? 0 : queries.countEndedMeetings(db, caller.businessId, { sight, since, now }),
  ])
  const totals = [...sections.map(({ total }) => total), ended]
  return { count: totals.reduce((sum, total) => sum + Math.min(total, TODAY_COUNT_MAX), 0), late }
}
