import type { GuestMeeting } from '#contract/leads/meetings/guest-meetings.ts'

/** Lines of a calendar file are at most this many bytes (RFC 5545, 3.1). */
const LINE_BYTES = 75
const escaped = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n')
/** In UTC, as every calendar understands it: `20261129T083000Z`. */
const utc = (at: string | Date) => new Date(at).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')

/** Folds a line between characters; what follows begins with a space. */
function folded(line: string): string {
  const lines: string[] = []
  let [current, bytes] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > LINE_BYTES) {
      lines.push(current)
      ;[current, bytes] = [' ', 1]
    }
    current += character
    bytes += size
  }
  return [...lines, current].join('\r\n')
}

type Entry = { id: string; url: string; now: Date; meeting: GuestMeeting }
/**
 * The meeting for the guest's calendar. The UID stays and the sequence grows, so that a later file replaces the entry of an
 * earlier one, and the file of a cancelled meeting removes it.
 */
export function calendarFile({ id, url, now, meeting }: Entry): string {
  const isCancelled = meeting.status === 'Meeting Canceled'
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Leadline//Meetings//EN',
    `METHOD:${isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:meeting-${id}@${new URL(url).hostname}`,
    `SEQUENCE:${meeting.sequence}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(meeting.startsAt)}`,
    `DTEND:${utc(meeting.endsAt)}`,
    `SUMMARY:${escaped(`${meeting.title} · ${meeting.business.name}`)}`,
    ...(meeting.place ? [`LOCATION:${escaped(meeting.place)}`] : []),
    ...(meeting.link ? [`URL:${meeting.link}`] : []),
    `DESCRIPTION:${escaped([meeting.message, meeting.link, url].filter(Boolean).join('\n'))}`,
    `STATUS:${isCancelled ? 'CANCELLED' : meeting.status === 'Meeting Confirmed' ? 'CONFIRMED' : 'TENTATIVE'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
