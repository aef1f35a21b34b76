import { Box, Popover, UnstyledButton } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dashboardPresets } from '#contract/values/date-presets.ts'
import { lazily } from '../../lib/lazy.ts'
import classes from '../../ui/layout/segments.module.css'
import type { DashboardSearch } from './dashboard-search.ts'

/** The calendar is loaded when first opened. */
const DayRange = lazily(() => import('../../ui/forms/day-range.tsx'), 'DayRange')

type Props = {
  search: DashboardSearch
  onChange: (changes: Partial<Record<keyof DashboardSearch, string | undefined>>) => void
}

/** The specification's eight presets; the last is a custom range. */
export function PeriodBar({ search, onChange }: Props) {
  const { t } = useTranslation('dashboard')
  return (
    <Box className={classes.bar} role="group" aria-label={t('period')}>
      {dashboardPresets
        .filter((preset) => preset !== 'custom')
        .map((preset) => (
          <UnstyledButton
            key={preset}
            className={classes.choice}
            aria-pressed={search.preset === preset}
            onClick={() => onChange({ preset, from: undefined, to: undefined, unit: undefined })}
          >
            {t(`presets.${preset}`)}
          </UnstyledButton>
        ))}
      <Custom search={search} onChange={onChange} />
    </Box>
  )
}

/** The range applies once both ends are chosen. */
function Custom({ search, onChange }: Props) {
  const { t } = useTranslation('dashboard')
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<{ from?: string | undefined; to?: string | undefined }>()
  const { from, to } = chosen ?? search
  const change = (opened: boolean) => {
    setOpen(opened)
    setChosen(undefined)
  }
  return (
    <Popover opened={isOpen} onChange={change} position="bottom" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.choice}
          aria-pressed={search.preset === 'custom'}
          onClick={() => change(!isOpen)}
        >
          <IconCalendar size={16} stroke={1.75} aria-hidden />
          {t('presets.custom')}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('presets.custom')}>
        <Suspense>
          <DayRange
            from={from}
            to={to}
            onChange={(first, last) => {
              setChosen({ from: first, to: last })
              if (!first || !last) return
              onChange({ preset: 'custom', from: first, to: last, unit: undefined })
              change(false)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
