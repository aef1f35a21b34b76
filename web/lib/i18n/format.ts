import { type Language, TIME_ZONE } from '#contract/constants.ts'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import { currentLanguage } from './i18n.ts'

/** English dates are day first (en-GB), as is usual in Israel. */
const locales: Record<Language, string> = { he: 'he-IL', en: 'en-GB' }
const made = new Map<string, Intl.DateTimeFormat>()
function inZone(iso: string | Date, options: Intl.DateTimeFormatOptions) {
  const locale = locales[currentLanguage()]
  const key = locale + JSON.stringify(options)
  const format = made.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, ...options })
  made.set(key, format)
  return format.format(new Date(iso))
}

export const formatTime = (iso: string | Date) => inZone(iso, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** 18.11.2025 · 18 Nov 2025 */
export const formatDate = (iso: string | Date) =>
  currentLanguage() === 'he'
    ? inZone(iso, { day: 'numeric', month: 'numeric', year: 'numeric' })
    : inZone(iso, { day: 'numeric', month: 'short', year: 'numeric' })

/** 18.11 · 18 Nov; with the year if it is not the current one. */
export function formatDay(iso: string | Date, now = new Date()) {
  if (dayOf(iso).slice(0, 4) !== dayOf(now).slice(0, 4)) return formatDate(iso)
  return inZone(iso, { day: 'numeric', month: currentLanguage() === 'he' ? 'numeric' : 'short' })
}

/** יום ג׳, 18.11 · Tue 18 Nov */
export const formatWeekday = (iso: string | Date) =>
  inZone(iso, { weekday: 'short', day: 'numeric', month: currentLanguage() === 'he' ? 'numeric' : 'short' })

/** יום ג׳ · Tue */
export const formatDayName = (iso: string | Date) => inZone(iso, { weekday: 'short' })

/** A Sunday at noon, from which weekdays are counted. */
const SUNDAY = Date.parse('2026-02-01T10:00:00Z')
/** A weekday by its number, 0 for Sunday: ראשון · Sunday, or short: א׳ · Sun. */
export const formatWeekdayName = (weekday: number, isShort = false) =>
  inZone(new Date(SUNDAY + weekday * 86_400_000), {
    weekday: !isShort ? 'long' : currentLanguage() === 'he' ? 'narrow' : 'short',
  })

/** An hour of the day: 09:00 */
export const formatHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`

export const formatDateTime = (iso: string | Date) => `${formatDate(iso)}, ${formatTime(iso)}`

/** For tables: the time if today, "yesterday", else the date. */
export function formatRecent(iso: string | Date, now = new Date()) {
  const today = dayOf(now)
  const day = dayOf(iso)
  if (day === today) return formatTime(iso)
  if (day === plusDays(today, -1)) return relativeDay(-1)
  return formatDay(iso, now)
}

/** Group headings: היום · אתמול · יום ג׳, 18.11 */
export function formatDayHead(iso: string | Date, now = new Date()) {
  const today = dayOf(now)
  const day = dayOf(iso)
  if (day === today) return relativeDay(0)
  if (day === plusDays(today, -1)) return relativeDay(-1)
  return day.slice(0, 4) === today.slice(0, 4) ? formatWeekday(iso) : formatDate(iso)
}

function relativeDay(days: number) {
  const text = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' }).format(days, 'day')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const steps = [
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
  ['week', 4.35],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const

/** Hebrew expresses one by the noun alone: drops the "1", and a count in brackets after it. */
const inWords = (text: string) => text.replace(/^1 (?=[א-ת]+$)/, '').replace(/ \(\d\)$/, '')

/** Elapsed time without "ago" (specification, section 2); null within the first minute, shown as a text. */
export function formatSince(iso: string | Date, now = new Date()) {
  let amount = (now.getTime() - new Date(iso).getTime()) / 60_000
  if (amount < 1) return null
  for (const [unit, size] of steps) {
    if (unit === 'day' && Math.floor(amount) === 1) return relativeDay(-1)
    if (amount < size)
      return inWords(
        new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit, unitDisplay: 'long' }).format(
          Math.floor(amount),
        ),
      )
    amount /= size
  }
  return null
}

/** Elapsed time with "ago", for sentences and labels; null within the first minute. */
export function formatAgo(iso: string | Date, now = new Date()) {
  const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' })
  let amount = (now.getTime() - new Date(iso).getTime()) / 60_000
  if (amount < 1) return null
  for (const [unit, size] of steps) {
    if (amount < size) return inWords(format.format(-Math.floor(amount), unit))
    amount /= size
  }
  return null
}

const wholeShekels = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const withAgorot = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const compactShekels = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 })
/** ₪ left of the number in both languages; agorot only if not zero. Show it in `<Money>`, which isolates it. */
export const formatMoney = (agorot: number) =>
  `₪${(agorot % 100 === 0 ? wholeShekels : withAgorot).format(agorot / 100)}`
/** ₪1.86M */
export const formatMoneyShort = (agorot: number) => `₪${compactShekels.format(agorot / 100)}`

/** A duration: 4:12 · 1:02:09, the same in both languages. */
export function formatClock(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const [first = 0, ...rest] = parts[0] === 0 ? parts.slice(1) : parts
  return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':')
}

const plain = new Intl.NumberFormat('en-US')
export const formatNumber = (value: number) => plain.format(value)

/** Exact up to the limit of counting, then "10,000+". */
export const formatTotal = ({ total, totalIsExact }: { total: number; totalIsExact: boolean }) =>
  `${formatNumber(total)}${totalIsExact ? '' : '+'}`

/** A fraction as 9.7%, with the sign beside the number in both languages. */
export const formatPercent = (part: number) =>
  new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }).format(part)
/** 38% */
export const formatShare = (part: number) =>
  new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 }).format(part)

const units = ['kilobyte', 'megabyte', 'gigabyte'] as const
/** 1.2 MB, with 1,024 bytes to a kilobyte; left to right within any sentence. */
export function formatBytes(bytes: number) {
  const power = Math.min(Math.max(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), 1), units.length)
  const text = new Intl.NumberFormat('en-GB', {
    style: 'unit',
    unit: units[power - 1] ?? 'kilobyte',
    maximumFractionDigits: power > 1 ? 1 : 0,
    roundingMode: power > 1 ? 'halfExpand' : 'ceil',
  } as Intl.NumberFormatOptions).format(bytes / 1024 ** power)
  return `\u2066${text}\u2069`
}
