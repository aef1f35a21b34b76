import { afterEach, describe, expect, it } from 'vitest'
import { formatPhone } from '#contract/values/phones.ts'
import {
  formatAgo,
  formatDate,
  formatDayHead,
  formatMoney,
  formatMoneyShort,
  formatRecent,
  formatSince,
  formatTotal,
} from './format.ts'
import { changeLanguage } from './i18n.ts'

// Thursday 20.11.2025, 11:00 in Israel (winter: UTC+2).
const now = new Date('2025-11-20T09:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

afterEach(() => changeLanguage('en'))

describe('times', () => {
  it('says how long since, without "ago"', () => {
    expect(formatSince(minutesAgo(0.5), now)).toBeNull()
    expect(formatSince(minutesAgo(2), now)).toBe('2 minutes')
    expect(formatSince(minutesAgo(60), now)).toBe('1 hour')
    expect(formatSince(minutesAgo(3 * 60 + 59), now)).toBe('3 hours')
    expect(formatSince(minutesAgo(25 * 60), now)).toBe('Yesterday')
    expect(formatSince(minutesAgo(3 * 24 * 60), now)).toBe('3 days')
    expect(formatSince(minutesAgo(15 * 24 * 60), now)).toBe('2 weeks')
  })

  it('says the same in Hebrew, without "לפני"', async () => {
    await changeLanguage('he')
    expect(formatSince(minutesAgo(1), now)).toBe('דקה')
    expect(formatSince(minutesAgo(18), now)).toBe('18 דקות')
    expect(formatSince(minutesAgo(60), now)).toBe('שעה')
    expect(formatSince(minutesAgo(180), now)).toBe('3 שעות')
    expect(formatSince(minutesAgo(25 * 60), now)).toBe('אתמול')
  })

  it("shows today's time, yesterday, then the day, by the calendar of Israel", () => {
    // 23:30 UTC on the 19th is 01:30 on the 20th in Israel.
    expect(formatRecent('2025-11-19T23:30:00Z', now)).toBe('01:30')
    expect(formatRecent('2025-11-19T21:30:00Z', now)).toBe('Yesterday')
    expect(formatRecent('2025-11-18T10:00:00Z', now)).toBe('18 Nov')
    expect(formatRecent('2024-11-18T10:00:00Z', now)).toBe('18 Nov 2024')
  })

  it('says how long ago beside a label, in words of each language', async () => {
    expect(formatAgo('2025-11-20T09:59:30Z', new Date('2025-11-20T10:00:00Z'))).toBeNull()
    const at = new Date('2025-11-20T10:00:00Z')
    const ago = () =>
      ['2025-11-20T09:56:00Z', '2025-11-20T05:00:00Z', '2025-11-17T10:00:00Z'].map((iso) => formatAgo(iso, at))
    expect(ago()).toEqual(['4 minutes ago', '5 hours ago', '3 days ago'])
    await changeLanguage('he')
    expect(ago()).toEqual(['לפני 4 דקות', 'לפני 5 שעות', 'לפני 3 ימים'])
    expect(formatAgo('2025-11-20T09:59:00Z', at)).toBe('לפני דקה')
    expect(formatAgo('2025-11-20T09:00:00Z', at)).toBe('לפני שעה')
  })

  it('writes days the way each language does', async () => {
    expect(formatDate('2025-11-18T10:00:00Z')).toBe('18 Nov 2025')
    expect(formatDayHead('2025-11-20T05:00:00Z', now)).toBe('Today')
    await changeLanguage('he')
    expect(formatDate('2025-11-18T10:00:00Z')).toBe('18.11.2025')
    expect(formatRecent('2025-11-18T10:00:00Z', now)).toBe('18.11')
  })

  it('keeps the hour on both sides of the clock change', () => {
    // In 2025 summer time ended on 26 October: UTC+3 before, UTC+2 after.
    expect(formatRecent('2025-10-25T09:00:00Z', new Date('2025-10-25T12:00:00Z'))).toBe('12:00')
    expect(formatRecent('2025-10-27T09:00:00Z', new Date('2025-10-27T12:00:00Z'))).toBe('11:00')
  })
})

describe('numbers', () => {
  it('puts ₪ left of the number and shows agorot only where there are any', () => {
    expect(formatMoney(3_800_000)).toBe('₪38,000')
    expect(formatMoney(12_345)).toBe('₪123.45')
    expect(formatMoney(0)).toBe('₪0')
    expect(formatMoneyShort(186_000_000)).toBe('₪1.86M')
  })

  it('marks a total that is not counted to its end', () => {
    expect(formatTotal({ total: 1284, totalIsExact: true })).toBe('1,284')
    expect(formatTotal({ total: 10_000, totalIsExact: false })).toBe('10,000+')
  })
})

describe('phones', () => {
  it('writes Israeli numbers as they are dialled at home', () => {
    expect(formatPhone('+972527311184')).toBe('052-731-1184')
    expect(formatPhone('+97236124477')).toBe('03-612-4477')
    expect(formatPhone('+972723901158')).toBe('072-390-1158')
    expect(formatPhone('+9721800555279')).toBe('1-800-555-279')
    expect(formatPhone('+9721700500500')).toBe('1-700-500-500')
  })

  it('leaves foreign and odd numbers as they are', () => {
    expect(formatPhone('+16465550148')).toBe('+16465550148')
    expect(formatPhone('+9721700')).toBe('+9721700')
  })
})
