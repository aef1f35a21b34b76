import { expect, test } from 'vitest'
import { webAddress } from '#contract/values/links.ts'
import { type CalendarItem, calendarOf } from './calendar-file.rules.ts'

const now = new Date('2026-11-29T08:00:00Z')
const item: CalendarItem = {
  ...{ id: '1', sequence: 0, startsAt: '2026-11-30T10:00:00Z', endsAt: '2026-11-30T11:00:00Z' },
  ...{ summary: 'First talk', place: '', link: null, description: '', status: 'Meeting Confirmed' },
}
const linesOf = (changes: Partial<CalendarItem>) =>
  calendarOf([{ ...item, ...changes }], { method: 'PUBLISH', publicUrl: 'https://leadline.test', now })
    .replaceAll('\r\n ', '')
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/)

test.each(['\r\n', '\r', '\n', '\u0085', '\u2028', '\u0000\r'])(
  'no text and no link begins a line of its own: %j',
  (end) => {
    const hostile = `https://alon.example/${end}ATTENDEE:mailto:eve@evil.example`
    const plain = linesOf({ link: 'x', place: 'x' })
    const lines = linesOf({ link: hostile, place: hostile, summary: hostile, description: hostile })
    expect(lines.map((line) => line.split(/[:;]/)[0])).toEqual(plain.map((line) => line.split(/[:;]/)[0]))
    expect(lines.join('')).not.toMatch(/\p{Cc}/u)
  },
)

test('lines and tabs of a text stay', () => {
  expect(linesOf({ description: 'One\r\ntwo\rthree\nfour\tfive' })).toContain(
    'DESCRIPTION:One\\ntwo\\nthree\\nfour\tfive',
  )
})

test('a link is stored without control characters', () => {
  const stored = webAddress.parse('https://alon.example/room\r\nATTENDEE:x\t\u0001')
  expect(stored).toBe('https://alon.example/roomATTENDEE:x')
  expect(webAddress.safeParse('java\nscript:alert(1)').success).toBe(false)
})
