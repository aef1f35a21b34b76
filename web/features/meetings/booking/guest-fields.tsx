import { Checkbox, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { INTAKE_NAME_MAX, NAME_MIN } from '#contract/common.ts'
import type { BookingQuestion } from '#contract/leads/meetings/booking/booking-pages.ts'
import type { OpenBookingPage } from '#contract/leads/meetings/booking/guest-booking.ts'
import type { ApiError } from '../../../lib/http/call.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import { phoneRule } from '../../../ui/forms/phone-rule.ts'
import classes from './booking.module.css'

const ANSWER_MAX = 500

export type GuestValues = {
  name: string
  phone: string
  email: string
  answers: Record<string, string>
  consent: boolean
  /** Hidden from people; programs fill it in. */
  homepage: string
}
export const emptyGuest: GuestValues = { name: '', phone: '', email: '', answers: {}, consent: false, homepage: '' }

/** What is still to be filled in; what is wrong in it is said at its field. */
export const missingIn = ({ questions }: OpenBookingPage, { name, phone, answers }: GuestValues) => [
  ...(name.trim().length < NAME_MIN ? ['name'] : []),
  ...(phone.trim() ? [] : ['phone']),
  ...questions.filter(({ key, required }) => required && !answers[key]?.trim()).map(({ key }) => key),
]

export const issuesOfPhone = (phone: string) =>
  Object.entries(phoneRule('phone', phone)).map(([path, message]) => ({ path, message }))

/** The fields appear below the times, out of sight on a phone. */
const intoSight = (node: HTMLElement | null) => node?.scrollIntoView({ behavior: 'smooth', block: 'start' })

type Props = {
  page: OpenBookingPage
  value: GuestValues
  issues: ApiError['issues']
  onChange: (value: GuestValues) => void
}
/** Who comes, the page's questions, and what the guest may agree to. */
export function GuestFields({ page, value, issues, onChange }: Props) {
  const { t } = useTranslation('booking')
  const set = (changes: Partial<GuestValues>) => onChange({ ...value, ...changes })
  const errorOf = (path: string) => issues.find((issue) => issue.path === path)?.message
  const consent = page.consent[currentLanguage()]
  return (
    <section className={classes.details} aria-label={t('details')} ref={intoSight}>
      <h2 className={classes.name}>{t('details')}</h2>
      <TextInput
        label={t('name')}
        size="lg"
        required
        dir="auto"
        autoComplete="name"
        maxLength={INTAKE_NAME_MAX}
        value={value.name}
        error={errorOf('name')}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TextInput
        label={t('phone')}
        size="lg"
        required
        type="tel"
        inputMode="tel"
        dir="ltr"
        autoComplete="tel"
        maxLength={40}
        value={value.phone}
        error={errorOf('phone')}
        onChange={({ currentTarget }) => set({ phone: currentTarget.value })}
      />
      <TextInput
        label={t('email')}
        size="lg"
        type="email"
        inputMode="email"
        dir="ltr"
        autoComplete="email"
        maxLength={254}
        value={value.email}
        error={errorOf('email')}
        onChange={({ currentTarget }) => set({ email: currentTarget.value })}
      />
      {page.questions.map((question) => (
        <Answer
          key={question.key}
          question={question}
          value={value.answers[question.key] ?? ''}
          error={errorOf(`answers.${question.key}`)}
          onChange={(answer) => set({ answers: { ...value.answers, [question.key]: answer } })}
        />
      ))}
      {consent && (
        <Checkbox
          label={<bdi>{consent}</bdi>}
          checked={value.consent}
          onChange={({ currentTarget }) => set({ consent: currentTarget.checked })}
        />
      )}
      <div className={classes.more} aria-hidden="true">
        <label>
          {t('leaveEmpty')}
          <input
            name="homepage"
            tabIndex={-1}
            autoComplete="off"
            value={value.homepage}
            onChange={({ currentTarget }) => set({ homepage: currentTarget.value })}
          />
        </label>
      </div>
      <p className={classes.small}>{t('privacy')}</p>
    </section>
  )
}

type AnswerProps = {
  question: BookingQuestion
  value: string
  error: string | undefined
  onChange: (answer: string) => void
}
function Answer({ question: { label, kind, required, options }, value, error, onChange }: AnswerProps) {
  const language = currentLanguage()
  const other = language === 'he' ? 'en' : 'he'
  const shared = { label: <bdi>{label[language] || label[other]}</bdi>, size: 'lg', required, error } as const
  if (kind === 'choice')
    return (
      <Select
        {...shared}
        data={options.map((option) => option[language] || option[other])}
        value={value || null}
        clearable={!required}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  return (
    <TextInput
      {...shared}
      dir="auto"
      maxLength={ANSWER_MAX}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
