import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { minutesOf, momentOf, wallTimeOf } from '#contract/values/clock.ts'
import { DayInput } from '../../../ui/forms/day-input.tsx'
import classes from './making.module.css'

/** Lengths offered, in minutes. */
const LENGTHS = [15, 30, 45, 60, 90, 120]
/** Day and time as they are typed. */
export type TypedTime = { day: string | null; time: string; minutes: number }

/** The hour and minute in Israel: 09:30. */
export const timeOf = (moment: Date | string) => wallTimeOf(moment).slice(11, 16)
/** The typed moment; undefined while it is incomplete. */
export const momentIn = ({ day, time }: TypedTime) =>
  day !== null && /^\d\d:\d\d$/.test(time) ? momentOf(day, minutesOf(time)).toISOString() : undefined

type Props = { value: TypedTime; onChange: (value: TypedTime) => void }

/** Day, time and length of a meeting. */
export function TimeFields({ value, onChange }: Props) {
  const { t } = useTranslation('meetings')
  const lengths = LENGTHS.includes(value.minutes) ? LENGTHS : [...LENGTHS, value.minutes].sort((a, b) => a - b)
  return (
    <div className={classes.times}>
      <DayInput
        label={t('form.day')}
        value={value.day}
        clearable={false}
        onChange={(day) => onChange({ ...value, day })}
      />
      <TextInput
        type="time"
        label={t('form.time')}
        value={value.time}
        dir="ltr"
        required
        onChange={({ currentTarget }) => onChange({ ...value, time: currentTarget.value })}
      />
      <Select
        label={t('form.minutes')}
        allowDeselect={false}
        data={lengths.map((one) => ({ value: String(one), label: t('minutes', { count: one }) }))}
        value={String(value.minutes)}
        onChange={(chosen) => onChange({ ...value, minutes: Number(chosen ?? value.minutes) })}
      />
    </div>
  )
}
