import type { NoticeChannel, NoticeKind } from '#contract/leads/meetings/meeting-shapes.ts'
import { REMIND_HOURS } from '#contract/leads/meetings/meetings.ts'
import { type LeadTimes, lastBeforeQuiet, quietForLeads } from '#contract/working-hours/quiet-for-leads.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { startPolling } from '../../platform/jobs/poll-loop.ts'
import { consentOf } from '../consents/consents.rules.ts'
import { findActs } from '../consents/consents.service.ts'
import { findQuiet } from '../lead-quiet/lead-quiet.service.ts'
import { findAllHours } from '../working-hours/working-hours.service.ts'
import { makeLink } from './links.service.ts'
import { notifyGuest } from './meeting-messages.ts'
import { lockMeeting } from './meetings.queries.ts'
import * as queries from './notices.queries.ts'

const POLL_MS = 2_000
const AT_ONCE = 50
/** When a notice is tried again after a fault of our own. */
const AFTER_FAULT_MS = 300_000
/** Reminders go a day and two hours before. */
const REMINDERS = [1_440, 120]
const HOUR_MS = 3_600_000

/** What notices need to know of a meeting. */
export type Addressed = {
  id: string
  startsAt: number
  guestPhone: string | null
  guestEmail: string | null
  reminders: readonly NoticeChannel[]
}
type Context = { hours: LeadTimes; now: Date; userId: string | null }

/** When guests may be written to: the business's hours and its quiet for leads. */
export const hoursOf = async (db: Db, businessId: string): Promise<LeadTimes> => ({
  hours: (await findAllHours(db, businessId)).ofBusiness,
  quiet: await findQuiet(db, businessId),
})

const openFrom = (hours: LeadTimes, at: Date) => quietForLeads(hours, at)?.until ?? at

/** Throws if the guest has no address for one of the channels. */
export function requireContacts({ guestPhone, guestEmail }: Addressed, channels: readonly NoticeChannel[]) {
  const isMissing = channels.some((channel) => (channel === 'sms' ? !guestPhone : !guestEmail))
  if (isMissing) throw new AppError('guest_without_contact')
}

const rowOf = (meeting: Addressed, { now, userId }: Context) => ({
  meeting_id: meeting.id,
  created_by: userId,
  created_at: now.toISOString(),
})

/**
 * Plans a notice to the guest by these channels, in place of what still waits, for when the business's quiet for leads is
 * over; `kind` null: none now. Reminders are planned again.
 */
export async function planNotices(
  tx: Db,
  businessId: string,
  meeting: Addressed,
  { kind, channels, ...context }: Context & { kind: NoticeKind | null; channels: readonly NoticeChannel[] },
) {
  await queries.dropWaiting(tx, businessId, meeting.id)
  const { hours, now } = context
  const common = rowOf(meeting, context)
  const due = (kind === 'booked' ? now : openFrom(hours, now)).toISOString()
  const notices = kind
    ? channels.map((channel) => ({ ...common, id: newId(), kind, channel, due_at: due, minutes_before: null }))
    : []
  const reminders =
    kind === 'cancelled'
      ? []
      : REMINDERS.flatMap((minutes) => {
          // One that would fall in quiet goes before it, if the invitation is older than that.
          const at = lastBeforeQuiet(hours, new Date(meeting.startsAt - minutes * 60_000))
          if (at <= now) return []
          return meeting.reminders.map((channel) => ({
            ...{ ...common, id: newId(), kind: 'reminder' as const, channel },
            ...{ due_at: at.toISOString(), minutes_before: minutes },
          }))
        })
  await queries.insertNotices(tx, businessId, [...notices, ...reminders])
}

/** A reminder by hand, once in a while. */
export async function remindByHand(
  tx: Db,
  businessId: string,
  meeting: Addressed,
  { channels, ...context }: Context & { channels: readonly NoticeChannel[] },
) {
  const last = await queries.findReminded(tx, businessId, meeting.id)
  if (last && context.now.getTime() - Date.parse(last) < REMIND_HOURS * HOUR_MS) throw new AppError('reminded_already')
  const due = openFrom(context.hours, context.now).toISOString()
  const rows = channels.map((channel) => ({
    ...{ ...rowOf(meeting, context), id: newId(), kind: 'reminder' as const, channel },
    ...{ due_at: due, minutes_before: null },
  }))
  await queries.insertNotices(tx, businessId, rows)
}

type SendingDeps = Pick<Deps, 'workerDb' | 'now' | 'onError' | 'env'>
export const startNotifying = (deps: SendingDeps) => startPolling(() => sendDueNotices(deps), POLL_MS, deps.onError)

/**
 * Queues the messages of due notices, if they still hold: the meeting, the hours and the guest may have changed since.
 * Each is settled in the transaction that queues its message, so that one that fails does not keep the others.
 */
export async function sendDueNotices({ workerDb, now, env, onError }: SendingDeps): Promise<number> {
  const at = now()
  const due = await queries.listDue(workerDb, { now: at.toISOString(), most: AT_ONCE })
  let settled = 0
  for (const notice of due)
    try {
      settled += await workerDb.transaction().execute((tx) => sendNotice(tx, notice, { now: at, env }))
    } catch (error) {
      onError(error)
      const dueAt = new Date(at.getTime() + AFTER_FAULT_MS).toISOString()
      await queries.postponeNotice(workerDb, notice.businessId, { id: notice.id, dueAt })
    }
  return settled
}

/** Locks in the order of `lockMeeting`. Zero if another process has settled it, or the meeting's change dropped it. */
async function sendNotice(tx: Db, due: queries.DueNotice, at: { now: Date; env: SendingDeps['env'] }) {
  await lockMeeting(tx, due.businessId, due.meetingId)
  const isDue = await queries.lockDue(tx, due.businessId, { id: due.id, now: at.now.toISOString() })
  if (isDue) await settle(tx, due, at)
  return isDue ? 1 : 0
}

async function settle(tx: Db, notice: queries.DueNotice, { now, env }: { now: Date; env: SendingDeps['env'] }) {
  const { businessId } = notice
  const meeting = await queries.findNotifiable(tx, businessId, notice.meetingId)
  if (!meeting || !holds(notice, meeting, now))
    return queries.settleNotice(tx, businessId, notice.id, { state: 'dropped' })
  const quiet = quietForLeads(await hoursOf(tx, businessId), now)
  if (quiet && !isAtOnce(notice, quiet)) {
    const isLate = Date.parse(meeting.startsAt) <= quiet.until.getTime()
    const due = { state: 'waiting' as const, due_at: quiet.until.toISOString() }
    return queries.settleNotice(tx, businessId, notice.id, isLate ? { state: 'dropped' } : due)
  }
  if (await hasWithdrawn({ env }, tx, notice, meeting))
    return queries.settleNotice(tx, businessId, notice.id, { state: 'dropped' })
  const url = await makeLink(tx, businessId, { meetingId: meeting.id, publicUrl: env.publicUrl })
  await notifyGuest(tx, meeting, { noticeId: notice.id, ...notice, url })
  return queries.settleNotice(tx, businessId, notice.id, { state: 'sent', due_at: now.toISOString() })
}

/** The confirmation of what a guest just booked goes at night, too; as a text message not on days of rest. */
const isAtOnce = ({ kind, channel }: queries.DueNotice, { reason }: { reason: string }) =>
  kind === 'booked' && (channel === 'mail' || reason === 'night')

/** Whether the guest asked not to be written to by this channel. */
async function hasWithdrawn(
  deps: Pick<SendingDeps, 'env'>,
  tx: Db,
  notice: queries.DueNotice,
  { guestPhone, guestEmail }: queries.NotifiableMeeting,
) {
  const channel = notice.channel === 'sms' ? 'sms' : 'email'
  const acts = await findActs(deps, tx, notice.businessId, [(channel === 'sms' ? guestPhone : guestEmail) ?? ''])
  return consentOf(acts, { channel, purpose: 'service' }).state === 'withdrawn'
}

/** Nothing is sent about a meeting that has begun, nor what is not so any more. */
function holds({ kind, channel }: queries.DueNotice, meeting: queries.NotifiableMeeting, now: Date) {
  if (!(channel === 'sms' ? meeting.guestPhone : meeting.guestEmail)) return false
  if (Date.parse(meeting.startsAt) <= now.getTime()) return false
  return kind === 'cancelled' ? meeting.cancelledBy === 'staff' : meeting.cancelledBy === null
}
