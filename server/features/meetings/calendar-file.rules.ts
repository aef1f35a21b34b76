import type { GuestMeeting } from '#contract/leads/meetings/guest-meetings.ts'
import type { MeetingStatus } from '#contract/leads/meetings/meeting-statuses.ts'

/** Lines of a calendar file are at most this many bytes (RFC 5545, 3.1). */
const LINE_BYTES = 75
const escaped = (text: string) =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
/** Without characters that a file may not have or that some calendars read as the end of a line; tabs stay. */
const printable = (line: string) => line.replace(/[^\P{Cc}\t]|[\u2028\u2029]/gu, '')
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

export type CalendarItem = {
  id: string
  sequence: number
  startsAt: string
  endsAt: string
  summary: string
  place: string
  link: string | null
  description: string
  status: MeetingStatus
}
/**
 * One entry of a calendar file. The UID stays and the sequence grows, so that a later file replaces the entry of an earlier
 * one, and a cancelled entry removes it.
 */
const itemLines = ({ id, sequence, status, ...item }: CalendarItem, { host, now }: { host: string; now: Date }) => [
  'BEGIN:VEVENT',
  `UID:meeting-${id}@${host}`,
  `SEQUENCE:${sequence}`,
  `DTSTAMP:${utc(now)}`,
  `DTSTART:${utc(item.startsAt)}`,
  `DTEND:${utc(item.endsAt)}`,
  `SUMMARY:${escaped(item.summary)}`,
  ...(item.place ? [`LOCATION:${escaped(item.place)}`] : []),
  ...(item.link ? [`URL:${item.link}`] : []),
  `DESCRIPTION:${escaped(item.description)}`,
  `STATUS:${status === 'Meeting Canceled' ? 'CANCELLED' : status === 'Meeting Confirmed' ? 'CONFIRMED' : 'TENTATIVE'}`,
  'END:VEVENT',
]

type Written = { method: 'PUBLISH' | 'CANCEL'; publicUrl: string; now: Date; name?: string }
/** A calendar file; `name`: of a calendar to which others subscribe. */
export function calendarOf(items: readonly CalendarItem[], { method, publicUrl, now, name }: Written): string {
  const at = { host: new URL(publicUrl).hostname, now }
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Leadline//Meetings//EN',
    `METHOD:${method}`,
    ...(name
      ? [`X-WR-CALNAME:${escaped(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT15M', 'X-PUBLISHED-TTL:PT15M']
      : []),
    ...items.flatMap((item) => itemLines(item, at)),
    'END:VCALENDAR',
  ]
  return `${lines.map((line) => folded(printable(line))).join('\r\n')}\r\n`
}

type Entry = { id: string; url: string; now: Date; meeting: GuestMeeting }
/** The meeting for the guest's calendar; the file of a cancelled one removes it. */
export const calendarFile = ({ id, url, now, meeting }: Entry): string =>
  calendarOf(
    [
      {
        ...meeting,
        id,
        summary: `${meeting.title} · ${meeting.business.name}`,
        description: [meeting.message, meeting.link, url].filter(Boolean).join('\n'),
      },
    ],
    { method: meeting.status === 'Meeting Canceled' ? 'CANCEL' : 'PUBLISH', publicUrl: url, now },
  )
