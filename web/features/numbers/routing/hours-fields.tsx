import { ActionIcon, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { HOURS_MAX, type OpeningHours, type OpenRange } from '#contract/working-hours/ranges.ts'
import classes from './hours-fields.module.css'
import { errorBelow, type RoutingFields, usualHours } from './routing-form.ts'
import { ClosingFields } from './voice-fields.tsx'

/** Opening hours: always, or by weekday with the closing outside them. */
export function HoursFields(fields: RoutingFields) {
  const { t } = useTranslation('numbers')
  const { routing, onChange, errors } = fields
  return (
    <div className={classes.hours}>
      <SegmentedControl
        value={routing.hours ? 'hours' : 'always'}
        onChange={(value) => onChange({ hours: value === 'hours' ? usualHours : null })}
        aria-label={t('hours.title')}
        data={[
          { value: 'always', label: t('hours.always') },
          { value: 'hours', label: t('hours.weekly') },
        ]}
      />
      {routing.hours && (
        <>
          <Week hours={routing.hours} errors={errors} onChange={(hours) => onChange({ hours })} />
          <ClosingFields name="outside" {...fields} />
        </>
      )}
    </div>
  )
}

type WeekProps = { hours: OpeningHours; errors: Record<string, string>; onChange: (hours: OpeningHours) => void }

function Week({ hours, errors, onChange }: WeekProps) {
  const set = (day: number, ranges: OpenRange[]) =>
    onChange({ days: hours.days.map((one, index) => (index === day ? ranges : one)) })
  return (
    <ul className={classes.week}>
      {hours.days.map((ranges, day) => (
        <Day
          // biome-ignore lint/suspicious/noArrayIndexKey: weekdays are identified by their index.
          key={day}
          day={day}
          ranges={ranges}
          error={errorBelow(errors, `hours.days.${day}`)}
          onChange={(changed) => set(day, changed)}
        />
      ))}
    </ul>
  )
}

type DayProps = {
  /** Sunday is 0. */
  day: number
  ranges: OpenRange[]
  error: string | undefined
  onChange: (ranges: OpenRange[]) => void
}

function Day({ day, ranges, error, onChange }: DayProps) {
  const { t } = useTranslation('numbers')
  const name = t(`hours.days.${day}`)
  const last = ranges.at(-1)
  const put = (at: number, changes: Partial<OpenRange>) =>
    onChange(ranges.map((range, index) => (index === at ? { ...range, ...changes } : range)))
  const clock = (at: number, end: 'from' | 'to') => (
    <TextInput
      type="time"
      dir="ltr"
      aria-label={t(`hours.${end}`, { day: name })}
      value={ranges[at]?.[end] ?? ''}
      onChange={({ currentTarget }) => put(at, { [end]: currentTarget.value })}
    />
  )
  return (
    <li className={classes.day}>
      <Switch
        className={classes.name ?? ''}
        label={name}
        checked={ranges.length > 0}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? [{ from: '09:00', to: '18:00' }] : [])}
      />
      <div className={classes.ranges}>
        {ranges.length === 0 && <span className={classes.closed}>{t('hours.closed')}</span>}
        {ranges.map((_range, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ranges are identified by their position.
          <div className={classes.range} key={at}>
            {clock(at, 'from')}
            <span aria-hidden>–</span>
            {clock(at, 'to')}
            {ranges.length > 1 && (
              <ActionIcon
                aria-label={t('hours.removeRange', { day: name })}
                onClick={() => onChange(ranges.filter((_one, index) => index !== at))}
              >
                <IconX size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            )}
            {at === ranges.length - 1 && ranges.length < HOURS_MAX && last && (
              <ActionIcon
                aria-label={t('hours.addRange', { day: name })}
                onClick={() => onChange([...ranges, { from: later(last.to, 1), to: later(last.to, 3) }])}
              >
                <IconPlus size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            )}
          </div>
        ))}
        {error && (
          <p className={classes.error} role="alert">
            {error}
          </p>
        )}
      </div>
    </li>
  )
}

/** Adds hours to a time of day. */
const later = (clock: string, hours: number) =>
  `${String((Number(clock.slice(0, 2)) + hours) % 24).padStart(2, '0')}${clock.slice(2)}`
