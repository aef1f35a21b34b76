import type { Deps } from '../../../deps.ts'
import type { Member } from '../../../platform/http/caller.ts'
import type { EventBody, GoogleEvent } from '../../../providers/google/calendar-shapes.ts'
import { GoogleError } from '../../../providers/google/google-errors.ts'
import { leadScope } from '../../access/access.rules.ts'
import type { CalendarRun } from '../../calendars/syncing.service.ts'
import { findMeeting, type MeetingRow } from '../meetings.queries.ts'
import { eventBody, eventIdOf, guestAnswerOf } from './calendar-event.rules.ts'
import * as queries from './entries.queries.ts'

type OutwardDeps = Pick<Deps, 'workerDb' | 'now' | 'access' | 'env'>

/**
 * Makes the calendar what the meetings are. Each step may be cut off and is done again: the event's id is made of the
 * meeting, so that writing twice makes one event, and that an event is being removed is noted before it is.
 */
export async function writeMeetings(deps: OutwardDeps, run: CalendarRun): Promise<void> {
  const { workerDb, now, access } = deps
  const { user_id: userId, calendar_id: calendarId } = run.row
  const entries = await queries.listEntries(workerDb, userId)
  const wanted = new Map<string, { member: Member; version: number }>()
  for (const { businessId } of await queries.listOpenBusinesses(workerDb, userId)) {
    const member = await access.findAbsentMember({ userId, businessId })
    if (!member) continue
    const asked = { userId, scope: leadScope(member), now: now().toISOString() }
    for (const { id, version } of await queries.listWanted(workerDb, businessId, asked))
      wanted.set(id, { member, version })
  }
  for (const entry of entries) {
    const isHere = entry.calendar_id === calendarId && wanted.has(entry.meeting_id)
    // What is over stays in the calendar, but not of a person who was erased.
    if (!isHere && (entry.is_erased || Date.parse(entry.ends_at) > now().getTime())) await removeFrom(deps, run, entry)
  }
  const known = new Map(entries.filter((one) => one.calendar_id === calendarId).map((one) => [one.meeting_id, one]))
  for (const [meetingId, { member, version }] of wanted) {
    const entry = known.get(meetingId)
    if (entry?.version === version && !entry.is_removing) continue
    const row = await findMeeting(workerDb, member.businessId, meetingId, leadScope(member))
    if (row) await write(deps, run, { member, row, entry })
  }
}

async function removeFrom({ workerDb }: OutwardDeps, { calendars }: CalendarRun, entry: queries.Entry) {
  await queries.updateEntry(workerDb, entry, { is_removing: true })
  try {
    await calendars.remove(entry.calendar_id, eventIdOf(entry.meeting_id, entry.user_id))
  } catch (error) {
    if (!isGone(error)) throw error
  }
  await queries.deleteEntry(workerDb, entry)
}

const hasStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof GoogleError && statuses.includes(error.status)
const isGone = (error: unknown) => hasStatus(error, 404, 410)

type Write = { member: Member; row: MeetingRow; entry: queries.Entry | undefined }
async function write({ workerDb, env }: OutwardDeps, run: CalendarRun, { member, row, entry }: Write) {
  const { user_id: userId, calendar_id: calendarId, account } = run.row
  const key = { business_id: member.businessId, meeting_id: row.id, user_id: userId }
  const body = eventBody(row, member, { publicUrl: env.publicUrl, account })
  const times = { starts_at: row.starts_at, ends_at: row.ends_at }
  const id = eventIdOf(row.id, userId)
  let written: GoogleEvent
  if (entry) {
    const etag = entry.is_removing ? undefined : (entry.etag ?? undefined)
    written = await patchOrInsert(run, { id, body, etag })
  } else {
    const unknown = { version: null, etag: null, guest_answer: null, is_removing: false }
    await queries.insertEntry(workerDb, { ...key, calendar_id: calendarId, ...times, ...unknown })
    written = await insertOrPatch(run, { id, body })
  }
  const answer = guestAnswerOf(written, row.guest_email)
  const known = { version: row.version, etag: written.etag, guest_answer: answer, is_removing: false }
  await queries.updateEntry(workerDb, key, { ...times, ...known })
}

type Event = { id: string; body: EventBody; etag?: string | undefined }
/** An event that is there already was written by a run that was cut off, or is one that was deleted: it is changed. */
async function insertOrPatch({ calendars, row }: CalendarRun, { id, body }: Event) {
  try {
    return await calendars.insert(row.calendar_id, id, body)
  } catch (error) {
    if (!hasStatus(error, 409)) throw error
    return calendars.patch(row.calendar_id, id, { event: body })
  }
}

async function patchOrInsert({ calendars, row }: CalendarRun, { id, body, etag }: Event) {
  try {
    return await calendars.patch(row.calendar_id, id, { event: body, etag })
  } catch (error) {
    if (!isGone(error)) throw error
    return calendars.insert(row.calendar_id, id, body)
  }
}
