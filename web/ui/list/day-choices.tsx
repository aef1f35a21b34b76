import { Stack, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { datePresets } from '#contract/values/date-presets.ts'
import { lazily } from '../../lib/lazy.ts'
import classes from './filters.module.css'

/** Loaded when it is first shown. */
const DayRange = lazily(() => import('../forms/day-range.tsx'), 'DayRange')

type Props = {
  label: string
  /** Either a preset or `from` and `to` (days). */
  date: string | undefined
  from: string | undefined
  to: string | undefined
  onChange: (days: Record<'date' | 'from' | 'to' | 'page', string | undefined>) => void
}

/** Date filter: a preset or a range from the calendar. */
export function DayChoices({ label, date, from, to, onChange }: Props) {
  const { t } = useTranslation('lists')
  const isAllTime = !date && !from && !to
  const set = (days: { date?: string; from?: string | undefined; to?: string | undefined }) =>
    onChange({ date: undefined, from: undefined, to: undefined, page: undefined, ...days })
  const preset = (key: string, isChosen: boolean, onClick: () => void) => (
    <UnstyledButton key={key} className={classes.item} aria-pressed={isChosen} onClick={onClick}>
      {t(`dates.${key}`)}
      {isChosen && <IconCheck size={14} stroke={2} aria-hidden />}
    </UnstyledButton>
  )
  return (
    <div className={classes.dates}>
      <Stack gap={0} role="group" aria-label={label}>
        {preset('allTime', isAllTime, () => set({}))}
        {datePresets.map((key) => preset(key, date === key, () => set({ date: key })))}
      </Stack>
      <Suspense>
        <DayRange from={from} to={to} onChange={(first, last) => set({ from: first, to: last })} />
      </Suspense>
    </div>
  )
}
