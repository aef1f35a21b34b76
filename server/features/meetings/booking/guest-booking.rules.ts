import type { Language } from '#contract/constants.ts'
import type { BookingQuestion, BookingSettings } from '#contract/leads/meetings/booking/booking-pages.ts'
import type { Booking } from '#contract/leads/meetings/booking/guest-booking.ts'
import { AppError, type Issue } from '../../../platform/http/errors.ts'

type Texts = { he: string; en: string }
/** A text in a language, else in the other one. */
export const textIn = (texts: Texts, language: Language) => texts[language] || texts[language === 'he' ? 'en' : 'he']
export const inBoth = (texts: Texts): Texts => ({ he: textIn(texts, 'he'), en: textIn(texts, 'en') })

/** The answers to the page's questions, in their order. Throws if one is missing or is not among the options. */
export function readAnswers({ questions }: BookingSettings, { answers, language }: Booking) {
  const issues: Issue[] = []
  const read = questions.flatMap((question) => {
    const given = answers[question.key] ?? ''
    const path = `answers.${question.key}`
    if (!given && question.required) issues.push({ path, message: 'required_field' })
    if (given && question.kind === 'choice' && !isOption(question, given))
      issues.push({ path, message: 'invalid_value' })
    return given ? [{ label: textIn(question.label, language), value: given }] : []
  })
  if (issues.length) throw new AppError('invalid_input', { issues })
  return read
}
const isOption = ({ options }: BookingQuestion, given: string) =>
  options.some((option) => option.he === given || option.en === given)

type Turn = { userId: string; at: string }
/**
 * Who takes the meeting among those who are free: who was booked longest ago, and before them those who never were, in the
 * page's order.
 */
export function nextInTurn(free: readonly string[], userIds: readonly string[], turns: readonly Turn[]) {
  const last = new Map(turns.map(({ userId, at }) => [userId, Date.parse(at)]))
  const place = (userId: string) => userIds.indexOf(userId)
  return [...free].sort((a, b) => (last.get(a) ?? 0) - (last.get(b) ?? 0) || place(a) - place(b))[0]
}
