import type { Deps } from '../../../deps.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { isId } from '../../../platform/ids.ts'
import type { GoogleEvent } from '../../../providers/google/calendar-shapes.ts'
import { GoogleError } from '../../../providers/google/google-errors.ts'
import { leadScope } from '../../access/access.rules.ts'
import { type BusyRow, noteTimes, replaceTimes } from '../../calendars/busy.service.ts'
import { type CalendarRun, noteRead } from '../../calendars/syncing.service.ts'
import { findMeeting } from '../meetings.queries.ts'
import { answerByCalendar, moveByCalendar, removeByCalendar } from './acts.service.ts'
import { eventIdOf, guestAnswerOf, isBusyEvent, isMeetingTime, meetingIdOf, timesOf } from './calendar-event.rules.ts'
import { deleteEntry, type Entry, findEntry, type KnownEntry, listEntries, updateEntry } from './entries.queries.ts'

const DAY_MS = 86_400_000
/** Once in this time all of a calendar is read, in case that a change was lost. */
const WHOLE_MS = 7 * DAY_MS
const PAGES_MAX = 40

type InwardDeps = Pick<Deps, 'workerDb' | 'now' | 'access' | 'busySources'>

/** Reads what changed in the person's calendar since the last time: acts on our meetings, and other busy times. */
export async function readChanges(deps: InwardDeps, run: CalendarRun): Promise<void> {
  const { sync_token: token, whole_at: wholeAt } = run.row
  const isRecent = wholeAt !== null && deps.now().getTime() - Date.parse(wholeAt) < WHOLE_MS
  if (!token || !isRecent) return readWhole(deps, run)
  try {
    await readSince(deps, run, token)
  } catch (error) {
    // Google no longer knows what changed since.
    if (!(error instanceof GoogleError && error.status === 410)) throw error
    await readWhole(deps, run)
  }
}

const calendarOf = ({ row }: CalendarRun) => ({ userId: row.user_id, calendarId: row.calendar_id })

async function readSince(deps: InwardDeps, run: CalendarRun, syncToken: string) {
  const before = new Date(deps.now().getTime() - DAY_MS).toISOString()
  const next = await readPages(run, { syncToken }, async (items, timeZone) => {
    for (const event of items) await takeOwn(deps, run, event, timeZone)
    await noteTimes(deps.workerDb, calendarOf(run), { ...busyRowsOf(run, items, timeZone), before })
  })
  await noteRead(deps, run, { syncToken: next })
}

/** Meetings of ours that are not in the list were deleted there while changes could not be read. */
async function readWhole(deps: InwardDeps, run: CalendarRun) {
  const { workerDb, now } = deps
  const from = new Date(now().getTime() - DAY_MS).toISOString()
  const seen = new Set<string>()
  const busyTimes: BusyRow[] = []
  let zone = 'UTC'
  const next = await readPages(run, { from }, async (items, timeZone) => {
    zone = timeZone
    for (const event of items) {
      seen.add(event.id)
      await takeOwn(deps, run, event, timeZone)
    }
    busyTimes.push(...busyRowsOf(run, items, timeZone).busy)
  })
  for (const entry of await listEntries(workerDb, run.row.user_id))
    if (isMissing(entry, run, { seen, now: now() })) await takeOwn(deps, run, await lookUp(run, entry), zone)
  await replaceTimes(workerDb, calendarOf(run), busyTimes)
  await noteRead(deps, run, { syncToken: next, wholeAt: now() })
}

const isMissing = (entry: KnownEntry, { row }: CalendarRun, { seen, now }: { seen: Set<string>; now: Date }) =>
  entry.calendar_id === row.calendar_id &&
  entry.version !== null &&
  Date.parse(entry.ends_at) > now.getTime() &&
  !seen.has(eventIdOf(entry.meeting_id, entry.user_id))

async function lookUp({ calendars, row }: CalendarRun, { meeting_id, user_id }: Entry): Promise<GoogleEvent> {
  const id = eventIdOf(meeting_id, user_id)
  try {
    return await calendars.get(row.calendar_id, id)
  } catch (error) {
    if (error instanceof GoogleError && (error.status === 404 || error.status === 410))
      return { id, etag: '', status: 'cancelled' }
    throw error
  }
}

type TakePage = (items: GoogleEvent[], timeZone: string) => Promise<void>
/** Returns the token from which on changes are read next. */
async function readPages(
  { calendars, row }: CalendarRun,
  at: { from: string } | { syncToken: string },
  take: TakePage,
) {
  let pageToken: string | undefined
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page = await calendars.events(row.calendar_id, at, pageToken)
    await take(page.items, page.timeZone)
    if (page.nextSyncToken) return page.nextSyncToken
    if (!page.nextPageToken) break
    pageToken = page.nextPageToken
  }
  throw new GoogleError(0, 'tooManyEvents')
}

function busyRowsOf({ row }: CalendarRun, items: readonly GoogleEvent[], timeZone: string) {
  const busy: BusyRow[] = []
  const free: string[] = []
  for (const event of items) {
    const times = isBusyEvent(event) ? timesOf(event, timeZone) : undefined
    if (!times) {
      free.push(event.id)
      continue
    }
    const { businessId } = event.extendedProperties?.private ?? {}
    const isOurs = meetingIdOf(event.id, row.user_id) !== undefined && businessId !== undefined && isId(businessId)
    busy.push({
      event_id: event.id,
      starts_at: new Date(times.startsAt).toISOString(),
      ends_at: new Date(times.endsAt).toISOString(),
      of_business: isOurs ? businessId : null,
    })
  }
  return { busy, free }
}

/** What a person, or the guest, did to an event of ours. The product's own writes come back here, too, and change nothing. */
async function takeOwn(deps: InwardDeps, run: CalendarRun, event: GoogleEvent, timeZone: string) {
  const { workerDb, access } = deps
  const { user_id: userId, calendar_id: calendarId } = run.row
  const meetingId = meetingIdOf(event.id, userId)
  if (!meetingId) return
  const entry = (await listEntries(workerDb, userId)).find((one) => one.meeting_id === meetingId)
  if (!entry || entry.is_removing || entry.calendar_id !== calendarId) return
  const member = await access.findAbsentMember({ userId, businessId: entry.business_id })
  // No longer a member: the entry is removed from the calendar by writing.
  if (!member) return
  const taken = { member, meetingId, entry }
  if (event.status === 'cancelled') return takeDeleted(deps, taken)
  const times = timesOf(event, timeZone)
  const from = fromOf(entry)
  const isMoved = times && (times.startsAt !== from.startsAt || times.endsAt !== from.endsAt)
  const isFine =
    !isMoved || (isMeetingTime(times) && (await moveByCalendar(deps, taken, { from, to: timesOnly(times) })))
  if (!times || !isFine) return putBack(deps, entry, event)
  await updateEntry(workerDb, entry, {
    etag: event.etag,
    starts_at: new Date(times.startsAt).toISOString(),
    ends_at: new Date(times.endsAt).toISOString(),
  })
  await takeAnswer(deps, taken, event)
}

type Taken = { member: Member; meetingId: string; entry: Entry }
const fromOf = (entry: Entry) => ({ startsAt: Date.parse(entry.starts_at), endsAt: Date.parse(entry.ends_at) })
const timesOnly = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }) => ({ startsAt, endsAt })

/** The product's state is written over that of the calendar, as it is known now. */
const putBack = ({ workerDb }: InwardDeps, entry: Entry, { etag }: Pick<GoogleEvent, 'etag'>) =>
  updateEntry(workerDb, entry, { version: null, etag: etag || null })

/** What was, stays: only a meeting that is still to come is cancelled by deleting it. */
async function takeDeleted(deps: InwardDeps, taken: Taken) {
  const { entry } = taken
  const isOver = Date.parse(entry.ends_at) <= deps.now().getTime()
  if (isOver || (await removeByCalendar(deps, taken, fromOf(entry)))) await deleteEntry(deps.workerDb, entry)
  else await putBack(deps, entry, { etag: '' })
}

/** An answer counts when it changes, and if it is to the time at which the meeting stands. */
async function takeAnswer(deps: InwardDeps, { member, meetingId, entry }: Taken, event: GoogleEvent) {
  const { workerDb } = deps
  const { businessId } = member
  const row = await findMeeting(workerDb, businessId, meetingId, leadScope(member))
  const answer = row && guestAnswerOf(event, row.guest_email)
  if (!row || !answer || answer === entry.guest_answer) return
  const now = await findEntry(workerDb, entry)
  const isOfThisTime = now && Date.parse(now.starts_at) === Date.parse(row.starts_at)
  if (answer !== 'needsAction' && isOfThisTime) await answerByCalendar(deps, { businessId, row }, answer)
  await updateEntry(workerDb, entry, { guest_answer: answer })
}
