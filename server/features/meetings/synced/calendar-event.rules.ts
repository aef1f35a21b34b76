import { TIME_ZONE } from '#contract/constants.ts'
import type { Member } from '../../../platform/http/caller.ts'
import type { EventBody, GoogleEvent } from '../../../providers/google/calendar-shapes.ts'
import { zonedInstant } from '../../../providers/google/zones.ts'
import { seesMasked } from '../../access/access.rules.ts'
import type { MeetingRow } from '../meetings.queries.ts'
import { toMeeting } from '../meetings.rules.ts'

const PREFIX = 'leadline'
const EVENT_ID = new RegExp(`^${PREFIX}([0-9a-f]{32})([0-9a-f]{32})$`)
const bare = (id: string) => id.replaceAll('-', '')
const asId = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The event's id at Google, made of the meeting and the person: written again, it is the same event. */
export const eventIdOf = (meetingId: string, userId: string) => `${PREFIX}${bare(meetingId)}${bare(userId)}`
/** The meeting of an event that was made for this person; undefined: another event. */
export function meetingIdOf(eventId: string, userId: string): string | undefined {
  const [, meeting = '', person = ''] = EVENT_ID.exec(eventId) ?? []
  return person && asId(person) === userId ? asId(meeting) : undefined
}

type Answer = NonNullable<GoogleEvent['attendees']>[number]['responseStatus']
const answers: Partial<Record<MeetingRow['status'], Answer>> = {
  'Meeting Confirmed': 'accepted',
  Received: 'tentative',
}

/** Only the first participant's event names the guest, so that the guest has the meeting once. */
const invitesGuest = (row: MeetingRow, member: Member) =>
  row.participant_ids[0] === member.userId && row.guest_email !== null && !seesMasked(member)

type Written = { publicUrl: string; account: string }
/** A meeting as its participant may see it, for their calendar. */
export function eventBody(row: MeetingRow, member: Member, { publicUrl, account }: Written): EventBody {
  const { title, guest, place, link, message } = toMeeting(row, member)
  const url = `${publicUrl}/b/${member.businessId}/meetings?meeting=${row.id}`
  const timeZone = TIME_ZONE
  const isInvited = invitesGuest(row, member) && row.guest_email !== account
  const responseStatus = answers[row.status] ?? 'needsAction'
  return {
    status: 'confirmed',
    summary: [title, guest.name].filter(Boolean).join(' · '),
    description: [message, link, url].filter(Boolean).join('\n\n'),
    location: place || (link ?? ''),
    start: { dateTime: row.starts_at, timeZone },
    end: { dateTime: row.ends_at, timeZone },
    ...(isInvited && {
      attendees: [{ email: row.guest_email ?? '', displayName: row.guest_name, responseStatus }],
    }),
    source: { title: 'Leadline', url },
    extendedProperties: { private: { meetingId: row.id, businessId: member.businessId } },
  }
}

type Times = { startsAt: number; endsAt: number; isWholeDay: boolean }
/** Beginning and end of an event; days begin in the calendar's time zone. Undefined if Google names none. */
export function timesOf({ start, end }: GoogleEvent, timeZone: string): Times | undefined {
  const at = (when: GoogleEvent['start']) => {
    if (when?.date) return zonedInstant(`${when.date}T00:00:00`, timeZone)
    if (!when?.dateTime) return Number.NaN
    return /(Z|[+-]\d\d:\d\d)$/.test(when.dateTime)
      ? Date.parse(when.dateTime)
      : zonedInstant(when.dateTime.slice(0, 19), when.timeZone ?? timeZone)
  }
  const [startsAt, endsAt] = [at(start), at(end)]
  return endsAt >= startsAt ? { startsAt, endsAt, isWholeDay: start?.date !== undefined } : undefined
}

/** Notes of a place, and birthdays. */
const NO_TIMES = new Set(['workingLocation', 'birthday'])
/** Whether the calendar's person is busy during an event: it is shown as busy, and they did not decline it. */
export const isBusyEvent = ({ status, transparency, eventType = '', attendees = [] }: GoogleEvent) =>
  status !== 'cancelled' &&
  transparency !== 'transparent' &&
  !NO_TIMES.has(eventType) &&
  !attendees.some(({ self, responseStatus }) => self && responseStatus === 'declined')

/** The guest's answer in an event, if it names the guest. */
export const guestAnswerOf = ({ attendees = [] }: GoogleEvent, guestEmail: string | null): Answer | null =>
  attendees.find(({ email, self }) => !self && email?.toLowerCase() === guestEmail)?.responseStatus ?? null

const DAY_MS = 86_400_000
/** Whether a meeting may have these times; longer ones, and whole days, are put back. */
export const isMeetingTime = ({ startsAt, endsAt, isWholeDay }: Times) =>
  !isWholeDay && endsAt > startsAt && endsAt - startsAt < DAY_MS
