import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import {
  type DoneToday,
  MISSED_CALL_DAYS,
  type MissedCaller,
  NEW_LEAD_DAYS,
  TEAM,
  TODAY_COUNT_MAX,
  type TodayDay,
  type TodayFollowUp,
  type TodayLead,
  type TodaySection,
  type WaitingLead,
} from '#contract/leads/follow-ups/today.ts'
import { actsEverywhere } from '#contract/roles.ts'
import { beginningOf, dayOf, plusDays } from '#contract/values/clock.ts'
import { maskEmail, maskPhone } from '#contract/values/masks.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { canInCampaign, canReadCampaign, seesMasked, visibleCampaigns } from '../access/access.rules.ts'
import { requireCallOfCampaign } from '../calls/calls.service.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import { toFollowUp } from './follow-ups.rules.ts'
import { readDone } from './progress.queries.ts'
import * as queries from './today.queries.ts'
import type { LeadOfToday, Sight } from './today.sql.ts'

const DAY_MS = 86_400_000
type TodayContext = { db: Db; caller: Member; now: Date }
type Whose = { userId?: string | undefined; campaignId?: string | undefined }

/**
 * The scope of the page Today. For the caller's own work: campaigns whose leads they may edit. For the work of others:
 * campaigns in which they see the team's follow-ups.
 */
function sightOf(caller: Member, userId: string = caller.userId): Sight {
  const isOwn = userId === caller.userId
  const right = isOwn ? 'followUps.edit' : 'followUps.team'
  const campaigns = visibleCampaigns(caller)?.filter((id) => canInCampaign(caller, right, id)) ?? null
  if (!isOwn && campaigns?.length === 0) throw new AppError('forbidden')
  const of =
    userId === TEAM ? ({ kind: 'team' } as const) : { kind: isOwn ? ('self' as const) : ('colleague' as const), userId }
  return { campaigns, own: actsEverywhere(caller.role) ? [] : caller.ownLeadsIn, readerId: caller.userId, of }
}

type Place = { campaignId: string | undefined; rows: number }
function readAll({ db, caller, now }: TodayContext, sight: Sight, place: Place) {
  const { businessId } = caller
  const filter = { sight, ...place }
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  return Promise.all([
    queries.readFollowUps(db, businessId, { ...filter, until: beginningOf(plusDays(dayOf(now), 1)) }),
    queries.readMissedCallers(db, businessId, { ...filter, since: ago(MISSED_CALL_DAYS) }),
    queries.readWaitingLeads(db, businessId, { ...filter, since: ago(NEW_LEAD_DAYS) }),
  ])
}

async function requireReadCampaign({ db, caller }: TodayContext, campaignId: string | undefined) {
  if (!campaignId) return
  if (!canReadCampaign(caller, campaignId)) throw new AppError('campaign_not_found')
  await requireCampaigns(db, caller.businessId, [campaignId])
}

const counted = ({ total }: { total: number }) => ({
  count: Math.min(total, TODAY_COUNT_MAX),
  countIsExact: total <= TODAY_COUNT_MAX,
})

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
      items: missed.rows.map(
        (row): MissedCaller => ({
          callId: row.call_id,
          caller: isMasked ? maskPhone(row.caller) : row.caller,
          tries: row.tries,
          at: row.at,
          isFirstTime: row.is_first_time,
          campaignId: row.campaign_id,
          campaignName: row.name_of_campaign,
          lead: row.lead_id ? leadOf(row as LeadOfToday, isMasked) : null,
        }),
      ),
    },
    {
      kind: 'newLeads',
      ...counted(waiting),
      items: waiting.rows.map(
        (row): WaitingLead => ({ lead: leadOf(row, isMasked), at: row.at, message: row.message }),
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

/** The menu's count: the caller's own work. */
export async function countToday(context: TodayContext) {
  const { db, caller, now } = context
  const [sections, late] = await Promise.all([
    readAll(context, sightOf(caller), { campaignId: undefined, rows: 0 }),
    queries.countLate(db, caller.businessId, { userId: caller.userId, now }),
  ])
  return { count: sections.reduce((sum, { total }) => sum + Math.min(total, TODAY_COUNT_MAX), 0), late }
}

const leadOf = (row: LeadOfToday, isMasked: boolean): TodayLead => ({
  _id: row.lead_id,
  name: row.lead_name,
  phone: row.lead_phone && isMasked ? maskPhone(row.lead_phone) : row.lead_phone,
  email: row.lead_email && isMasked ? maskEmail(row.lead_email) : row.lead_email,
  campaignId: row.lead_campaign,
  campaignName: row.campaign_name,
  assignedTo: row.assigned_to
    ? { _id: row.assigned_to, name: row.assigned_name ?? '', image: row.assigned_image }
    : null,
})

/** Marks missed calls as returned, or removes the mark. Requires the right to edit leads of the call's campaign. */
export const setReturned = ({ db, caller, now }: TodayContext, callId: string, isDone: boolean) =>
  db.transaction().execute(async (tx) => {
    const row = await requireCallOfCampaign({ db: tx, caller }, callId)
    const { campaign_id: campaignId, lead_id: leadId } = row
    const mayEdit = campaignId ? canInCampaign(caller, 'leads.edit', campaignId) : actsEverywhere(caller.role)
    if (!mayEdit) throw new AppError('forbidden')
    if (!row.caller) throw new AppError('caller_withheld')
    const returnedAt = isDone ? now.toISOString() : null
    await queries.markReturned(tx, caller.businessId, { callId, returnedAt, userId: caller.userId })
    await emit(tx, caller, isDone ? 'call.returned' : 'call.return_undone', {
      campaignId: campaignId ?? ALL_CAMPAIGNS,
      callId,
      ...(leadId && { leadId }),
    })
  })
