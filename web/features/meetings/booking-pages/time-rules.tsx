import { MultiSelect, NumberInput, Select, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  BOOKING_DAYS_MAX,
  BOOKING_DURATIONS_MAX,
  bookingSteps,
} from '#contract/leads/meetings/booking/booking-pages.ts'
import classes from './booking-pages.module.css'
import type { SettingsProps } from './content-fields.tsx'

const LENGTHS = [15, 20, 30, 40, 45, 60, 75, 90, 120]
const BUFFERS = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120]
/** Minutes: at once, an hour, … a week. */
const NOTICES = [0, 60, 120, 240, 480, 1_440, 2_880, 4_320, 10_080]
const withOwn = (values: readonly number[], own: number) => [...new Set([...values, own])].sort((a, b) => a - b)

/** How long, how soon and how often. */
export function TimeRules({ settings, set, errorOf }: SettingsProps) {
  const { t } = useTranslation('booking-pages')
  const { durations, step, before, after, notice, daysAhead, perDay, reminds } = settings
  const inMinutes = (values: readonly number[]) =>
    values.map((value) => ({ value: String(value), label: t('minutes', { count: value }) }))
  const lasting = (minutes: number) =>
    minutes % 1_440 === 0 && minutes > 0
      ? t('daysCount', { count: minutes / 1_440 })
      : minutes % 60 === 0
        ? t('hours', { count: minutes / 60 })
        : t('minutes', { count: minutes })
  return (
    <>
      <MultiSelect
        label={t('durations')}
        required
        maxValues={BOOKING_DURATIONS_MAX}
        data={inMinutes([...new Set([...LENGTHS, ...durations])].sort((a, b) => a - b))}
        value={durations.map(String)}
        error={errorOf('settings.durations')}
        onChange={(chosen) => set({ durations: chosen.map(Number).sort((a, b) => a - b) })}
      />
      <div className={classes.pair}>
        <Select
          label={t('step')}
          allowDeselect={false}
          data={inMinutes(bookingSteps)}
          value={String(step)}
          onChange={(chosen) => set({ step: bookingSteps.find((one) => String(one) === chosen) ?? step })}
        />
        <Select
          label={t('before')}
          allowDeselect={false}
          data={inMinutes(withOwn(BUFFERS, before))}
          value={String(before)}
          onChange={(chosen) => set({ before: Number(chosen) })}
        />
        <Select
          label={t('after')}
          allowDeselect={false}
          data={inMinutes(withOwn(BUFFERS, after))}
          value={String(after)}
          onChange={(chosen) => set({ after: Number(chosen) })}
        />
      </div>
      <div className={classes.pair}>
        <Select
          label={t('notice')}
          allowDeselect={false}
          data={withOwn(NOTICES, notice).map((value) => ({ value: String(value), label: lasting(value) }))}
          value={String(notice)}
          onChange={(chosen) => set({ notice: Number(chosen) })}
        />
        <NumberInput
          label={t('daysAhead')}
          clampBehavior="blur"
          allowDecimal={false}
          min={1}
          max={BOOKING_DAYS_MAX}
          value={daysAhead}
          onChange={(value) => typeof value === 'number' && set({ daysAhead: value })}
        />
        <NumberInput
          label={t('perDay')}
          placeholder={t('noLimit')}
          clampBehavior="blur"
          allowDecimal={false}
          min={1}
          max={50}
          value={perDay ?? ''}
          onChange={(value) => set({ perDay: typeof value === 'number' ? value : null })}
        />
      </div>
      <Switch
        label={t('reminds')}
        checked={reminds}
        onChange={({ currentTarget }) => set({ reminds: currentTarget.checked })}
      />
    </>
  )
}
