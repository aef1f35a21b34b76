import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import type { TimesDeps } from '../booking/free-times.service.ts'
import { applyGuestAct } from '../guest/guest.service.ts'
import type { GuestAct, StaffAct } from '../meeting-state.rules.ts'
import { type MeetingRow, updateMeeting } from '../meetings.queries.ts'
import { factsOf, stateOf } from '../meetings.rules.ts'
import { addressedOf, applyStaffAct, lockForStaff, requireMeeting } from '../meetings.service.ts'
import { hoursOf, planNotices } from '../notices.service.ts'
import { removeParticipant } from './entries.queries.ts'

type ActDeps = TimesDeps & Pick<Deps, 'workerDb'>
type Act = { member: Member; meetingId: string }

/** Runs in a transaction of its own; false if the product refuses it, so that the calendar gets its own state back. */
async function isAccepted({ workerDb }: ActDeps, work: (tx: Db) => Promise<void>): Promise<boolean> {
  try {
    await workerDb.transaction().execute(work)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** The guest is notified by the channels by which they were invited. */
const channelsOf = ({ notices, guest_phone, guest_email }: MeetingRow) =>
  [...new Set(notices.map(({ channel }) => channel))].filter((one) => (one === 'sms' ? guest_phone : guest_email))

async function applyWithNotice(tx: Db, { member, now }: { member: Member; now: Date }, row: MeetingRow, act: StaffAct) {
  const { businessId } = member
  const state = await applyStaffAct(tx, { caller: member, now }, row, act)
  if (!state) return
  await planNotices(
    tx,
    businessId,
    { ...addressedOf(row), startsAt: state.startsAt },
    {
      kind: act.kind === 'cancel' ? 'cancelled' : 'moved',
      channels: channelsOf(row),
      hours: await hoursOf(tx, businessId),
      now,
      userId: member.userId,
    },
  )
}

type Times = { startsAt: number; endsAt: number }
const isAt = (row: MeetingRow, { startsAt, endsAt }: Times) =>
  Date.parse(row.starts_at) === startsAt && Date.parse(row.ends_at) === endsAt

/** Moved in the calendar, from the times that stood there. A move that was made here meanwhile stands. */
export const moveByCalendar = (deps: ActDeps, { member, meetingId }: Act, { from, to }: { from: Times; to: Times }) =>
  isAccepted(deps, async (tx) => {
    const row = await lockForStaff(tx, member, meetingId)
    if (!isAt(row, from) && !isAt(row, to)) throw new AppError('changed_meanwhile')
    await applyWithNotice(tx, { member, now: deps.now() }, row, { kind: 'move', ...to })
  })

/**
 * Deleted in the calendar: the meeting is cancelled if it is of this person alone, or if they made it; else they leave it. A
 * meeting that was moved here meanwhile stands.
 */
export const removeByCalendar = (deps: ActDeps, { member, meetingId }: Act, from: Times) =>
  isAccepted(deps, async (tx) => {
    const { businessId, userId } = member
    const row = await lockForStaff(tx, member, meetingId)
    if (!isAt(row, from)) throw new AppError('changed_meanwhile')
    if (row.participant_ids.length <= 1 || row.created_by?._id === userId)
      return applyWithNotice(tx, { member, now: deps.now() }, row, { kind: 'cancel' })
    await removeParticipant(tx, businessId, { id: row.id, userId })
    await updateMeeting(tx, businessId, row.id, { version: row.version + 1 })
    const left = await requireMeeting(tx, member, meetingId)
    await emit(tx, member, 'meeting.changed', factsOf(left, stateOf(left)))
  })

const acts = { accepted: 'accept', declined: 'decline' } as const
/** The guest's answer at Google, to the time that stands there; what cannot be answered any more stays as it is. */
export async function answerByCalendar(
  deps: ActDeps,
  { businessId, row }: { businessId: string; row: MeetingRow },
  answer: 'accepted' | 'declined' | 'tentative',
) {
  const act: GuestAct = answer === 'tentative' ? { kind: 'open' } : { kind: acts[answer], sequence: row.sequence }
  await isAccepted(deps, (tx) => applyGuestAct(deps, tx, { businessId, id: row.id, act, now: deps.now() }))
}
