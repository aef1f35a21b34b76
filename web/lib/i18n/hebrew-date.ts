import { hebrewDateOf } from '#contract/working-hours/hebrew-dates.ts'
import { currentLanguage } from './i18n.ts'

const ONES = ['', 'א', 'ב', 'ג', 'ד', 'ה', 'ו', 'ז', 'ח', 'ט']
const TENS = ['', 'י', 'כ', 'ל']
/** A number up to 30 in Hebrew letters: ט״ו, כ׳. */
function inLetters(number: number) {
  const isOfName = number === 15 || number === 16
  const letters = isOfName ? `ט${ONES[number - 9]}` : `${TENS[Math.floor(number / 10)] ?? ''}${ONES[number % 10] ?? ''}`
  return letters.length === 1 ? `${letters}׳` : `${letters.slice(0, -1)}״${letters.slice(-1)}`
}
const month = new Intl.DateTimeFormat('he-u-ca-hebrew', { timeZone: 'UTC', month: 'long' })

/** The Hebrew date of a day: ט״ו בניסן · 15 Nisan. */
export function hebrewDateText(day: string) {
  const date = hebrewDateOf(day)
  if (currentLanguage() === 'en') return date
  return `${inLetters(Number.parseInt(date, 10))} ב${month.format(new Date(`${day}T12:00:00Z`))}`
}
