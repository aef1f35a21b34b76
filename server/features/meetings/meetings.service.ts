import { isErased } from '#contract/leads/leads.ts'
import type { NoticeChannel } from '#contract/leads/meetings/meeting-shapes.ts'
import type { MeetingOutcome } from '#contract/leads/meetings/meeting-statuses.ts'
import {
  MEETING_DAYS_MAX,
  MEETINGS_LISTED,
  type MeetingChanges,
  type MeetingQuery,
} from '#contract/leads/meetings/meetings.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Caller, Member } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { requirePhone } from '../../platform/phones.ts'
import { leadScope } from '../access/access.rules.ts'
import { lockForWriting } from '../leads/change/lead-writer.service.ts'
import { findMentionable } from '../leads/comments/comments.service.ts'
import { requireLead } from '../leads/leads.service.ts'
import { writeMeetingStatus } from './lead-status.service.ts'
import { endLinks, makeLink } from './links.service.ts'
import { type StaffAct, staffStep } from './meeting-state.rules.ts'
import * as queries from './meetings.queries.ts'
import { canEditMeetings, factsOf, sightOf, stateOf, storedState, toMeeting } from './meetings.rules.ts'
import { wasInformed } from './notices.queries.ts'
import { type Addressed, hoursOf, planNotices, remindByHand, requireContacts } from './notices.service.ts'
import { warningsOf } from './warnings.service.ts'

const DAY_MS = 86_400_000

export type MeetingContext = { db: Db; caller: Member; now: Date }
type Reading = { db: Db; caller: Caller }

/** Those that begin in the stretch; of a colleague's calendar also the times at which they are busy. */
export async function findMeetings({ db, caller }: Reading, query: MeetingQuery) {
  const { from, to, userId } = query
  const length = Date.parse(to) - Date.parse(from)
  if (length <= 0 || length > MEETING_DAYS_MAX * DAY_MS) throw invalidInput('to', 'out_of_range')
  const { businessId } = caller
  const sight = sightOf(caller)
  const [rows, busy] = await Promise.all([
    queries.listMeetings(db, businessId, { ...query, sight, limit: MEETINGS_LISTED + 1 }),
    userId && caller.kind === 'person' && userId !== caller.userId
      ? queries.listBusy(db, businessId, { from, to, userId, sight })
      : [],
  ])
  const meetings = rows.slice(0, MEETINGS_LISTED).map((row) => toMeeting(row, caller))
  const isComplete = rows.length <= MEETINGS_LISTED
  const total = isComplete ? rows.length : await queries.countListed(db, businessId, { ...query, sight })
  return { meetings, busy, isComplete, total }
}

export type MeetingCounts = queries.MeetingCounts
type Counted = { from?: string; to?: string; campaignId?: string | undefined }
/** Counts of the meetings that the caller sees in the calendar: each is the total of a list. */
export const countMeetings = ({ db, caller }: Pick<MeetingContext, 'db' | 'caller'>, asked: Counted) =>
  queries.countByState(db, caller.businessId, { ...asked, sight: sightOf(caller) })

export async function findMeetingsOfLead({ db, caller }: MeetingContext, leadId: string) {
  const lead = await requireLead({ db, caller }, leadId)
  const rows = await queries.listOfLead(db, caller.businessId, leadId)
  const canEdit = canEditMeetings(caller, { campaignId: lead.campaign_id }) && !isErased(lead)
  return { meetings: rows.map((row) => toMeeting(row, caller)), canEdit }
}

export async function requireMeeting(db: Db, caller: Caller, id: string) {
  const row = await queries.findMeeting(db, caller.businessId, id, leadScope(caller))
  if (!row) throw new AppError('meeting_not_found')
  return row
}

export const readMeeting = async ({ db, caller }: Reading, id: string) =>
  toMeeting(await requireMeeting(db, caller, id), caller)

type Checked = {
  leadId: string
  startsAt: string
  minutes: number
  participantIds?: readonly string[] | undefined
  except?: string | undefined
}
export async function checkTime({ db, caller, now }: MeetingContext, { leadId, startsAt, minutes, ...asked }: Checked) {
  const lead = await requireLead({ db, caller }, leadId)
  if (!canEditMeetings(caller, { campaignId: lead.campaign_id })) throw new AppError('forbidden')
  const participants = await participantsOf(db, caller, leadId, asked.participantIds ?? [caller.userId])
  return warningsOf(db, caller.businessId, {
    campaignId: lead.campaign_id,
    ...stretchOf(startsAt, minutes),
    participants,
    except: asked.except,
    now,
  })
}

export const stretchOf = (startsAt: string, minutes: number) => {
  const start = new Date(startsAt)
  return { startsAt: start, endsAt: new Date(start.getTime() + minutes * 60_000) }
}

/** Members who may read the lead; throws if one of the ids is of no such member. */
export async function participantsOf(db: Db, caller: Member, leadId: string, ids: readonly string[]) {
  const readers = await findMentionable({ db, caller }, leadId)
  const chosen = [...new Set(ids)].map((id) => readers.find(({ _id }) => _id === id))
  return chosen.map((user) => {
    if (!user) throw new AppError('user_not_found')
    return user
  })
}

export const addressedOf = (row: queries.MeetingRow): Addressed => ({
  id: row.id,
  startsAt: Date.parse(row.starts_at),
  guestPhone: row.guest_phone,
  guestEmail: row.guest_email,
  reminders: row.reminders,
})

/** The meeting, its lead and then itself locked until the transaction ends. */
export async function lockForStaff(tx: Db, caller: Member, id: string) {
  const { lead_id: leadId, campaign_id: campaignId } = await requireMeeting(tx, caller, id)
  if (!canEditMeetings(caller, { campaignId })) throw new AppError('forbidden')
  const [lead] = await lockForWriting(tx, caller.businessId, [leadId])
  if (lead && isErased(lead)) throw new AppError('lead_erased')
  await queries.lockMeeting(tx, caller.businessId, id)
  return requireMeeting(tx, caller, id)
}

const events = {
  move: 'meeting.moved',
  edit: 'meeting.changed',
  confirm: 'meeting.confirmed',
  cancel: 'meeting.cancelled',
  restore: 'meeting.restored',
  outcome: 'meeting.outcome_set',
} as const

/** Applies an act of staff; undefined if it was so already. */
export async function applyStaffAct(
  tx: Db,
  { caller, now }: Omit<MeetingContext, 'db'>,
  row: queries.MeetingRow,
  act: StaffAct,
) {
  const step = staffStep(stateOf(row), act, now.getTime())
  if ('refused' in step) throw new AppError(step.refused)
  if (!step.isChanged) return undefined
  const { businessId } = caller
  await queries.updateMeeting(tx, businessId, row.id, storedState(step.state, now))
  await emit(tx, caller, events[act.kind], factsOf(row, step.state))
  await writeMeetingStatus(tx, caller, [row.lead_id], { now, cause: 'meeting' })
  return step.state
}

const requireVersion = (row: queries.MeetingRow, version: number) => {
  if (row.version !== version) throw new AppError('changed_meanwhile')
}

/** Changes details, the time, or both. A new time asks the guest again. */
export async function changeMeeting(
  context: MeetingContext,
  id: string,
  { version, channels, ...wanted }: MeetingChanges,
) {
  const { db, caller, now } = context
  const { businessId } = caller
  await db.transaction().execute(async (tx) => {
    const row = await lockForStaff(tx, caller, id)
    requireVersion(row, version)
    if (wanted.participantIds) {
      // Members who left the campaign may stay in a meeting, but not be added.
      const added = wanted.participantIds.filter((one) => !row.participant_ids.includes(one))
      await participantsOf(tx, caller, row.lead_id, added)
    }
    const details = detailsOf(wanted)
    const offers = wanted.offers?.map((at) => Date.parse(at))
    if (Object.keys(details).length || offers) {
      await queries.updateMeeting(tx, businessId, id, details)
      const isOtherGuest = details.guest_phone !== row.guest_phone || details.guest_email !== row.guest_email
      // The guest before keeps no way in.
      if (wanted.guest && isOtherGuest) await endLinks(tx, businessId, id)
      const isShown = ['title', 'place', 'link', 'kind'].some((key) => key in details)
      await applyStaffAct(tx, context, row, { kind: 'edit', isShown, ...(offers && { offers }) })
    }
    const edited = await requireMeeting(tx, caller, id)
    requireContacts(addressedOf(edited), channels)
    const times = timesOf(edited, wanted)
    const moved = times && (await applyStaffAct(tx, context, edited, { kind: 'move', ...times }))
    const addressed = { ...addressedOf(edited), ...(moved && { startsAt: moved.startsAt }) }
    const kind = moved && channels.length ? ('moved' as const) : null
    if (moved) {
      const notices = { kind, channels, hours: await hoursOf(tx, businessId), now, userId: caller.userId }
      await planNotices(tx, businessId, addressed, notices)
    }
  })
  const row = await requireMeeting(db, caller, id)
  const warnings = await warningsOf(db, businessId, {
    campaignId: row.campaign_id,
    startsAt: new Date(row.starts_at),
    endsAt: new Date(row.ends_at),
    participants: row.participants,
    except: id,
    now,
  })
  return { meeting: toMeeting(row, caller), warnings }
}

type Wanted = Omit<MeetingChanges, 'version' | 'channels'>
function timesOf(row: queries.MeetingRow, { startsAt, minutes }: Wanted) {
  if (startsAt === undefined && minutes === undefined) return undefined
  const start = startsAt === undefined ? Date.parse(row.starts_at) : Date.parse(startsAt)
  const length = minutes === undefined ? Date.parse(row.ends_at) - Date.parse(row.starts_at) : minutes * 60_000
  return { startsAt: start, endsAt: start + length }
}

const detailsOf = ({ kind, title, place, link, message, participantIds, guest }: Wanted) => ({
  ...(kind !== undefined && { kind }),
  ...(title !== undefined && { title }),
  ...(place !== undefined && { place }),
  ...(link !== undefined && { link }),
  ...(message !== undefined && { message }),
  ...(participantIds && { participants: [...new Set(participantIds)] }),
  ...(guest && guestColumns(guest)),
})

type GuestInput = NonNullable<Wanted['guest']>
export const guestColumns = ({ name, phone, email, language }: GuestInput) => ({
  guest_name: name,
  guest_phone: phone ? requirePhone(phone, 'guest.phone') : null,
  guest_email: email,
  guest_language: language,
})

/** Runs an act of staff in a transaction, and returns the meeting as it is then. */
async function act(context: MeetingContext, id: string, work: (tx: Db, row: queries.MeetingRow) => Promise<unknown>) {
  const { db, caller } = context
  await db.transaction().execute(async (tx) => work(tx, await lockForStaff(tx, caller, id)))
  return readMeeting(context, id)
}

/** The guest said so in another way, for example by phone. */
export const confirmMeeting = (context: MeetingContext, id: string, version: number) =>
  act(context, id, async (tx, row) => {
    if (row.status !== 'Meeting Confirmed') requireVersion(row, version)
    await applyStaffAct(tx, context, row, { kind: 'confirm' })
  })

type Cancelling = { isCancelled: boolean; channels: readonly NoticeChannel[] }
export const setCancelled = (context: MeetingContext, id: string, { isCancelled, channels }: Cancelling) =>
  act(context, id, async (tx, row) => {
    const { caller, now } = context
    const { businessId } = caller
    const addressed = addressedOf(row)
    requireContacts(addressed, channels)
    const kind = isCancelled ? ('cancel' as const) : ('restore' as const)
    const changed = await applyStaffAct(
      tx,
      context,
      row,
      kind === 'cancel' ? { kind } : { kind, wasInformed: await wasInformed(tx, businessId, id) },
    )
    if (!changed) return
    const hours = await hoursOf(tx, businessId)
    const notice = isCancelled ? 'cancelled' : channels.length ? 'moved' : null
    await planNotices(tx, businessId, addressed, { kind: notice, channels, hours, now, userId: caller.userId })
  })

export const setOutcome = (context: MeetingContext, id: string, outcome: MeetingOutcome | null) =>
  act(context, id, (tx, row) => applyStaffAct(tx, context, row, { kind: 'outcome', outcome }))

export const remindGuest = (context: MeetingContext, id: string, channels: readonly NoticeChannel[]) =>
  act(context, id, async (tx, row) => {
    const { caller, now } = context
    const addressed = addressedOf(row)
    requireContacts(addressed, channels)
    if (row.cancelled_by) throw new AppError('meeting_cancelled')
    if (Date.parse(row.starts_at) <= now.getTime()) throw new AppError('meeting_over')
    const hours = await hoursOf(tx, caller.businessId)
    await remindByHand(tx, caller.businessId, addressed, { channels, hours, now, userId: caller.userId })
  })

/** One more link of the guest, to pass on by hand. */
export const linkMeeting = ({ db, caller }: MeetingContext, id: string, publicUrl: string) =>
  db.transaction().execute(async (tx) => {
    await lockForStaff(tx, caller, id)
    return makeLink(tx, caller.businessId, { meetingId: id, publicUrl })
  })
