import { Button } from '@mantine/core'
import { IconCalendarPlus, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { WEEKLY_MAX, type WeeklyShifts } from '#contract/shifts/shift-shapes.ts'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import { errorBelow } from '../../../lib/http/error-below.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DayInput } from '../../../ui/forms/day-input.tsx'
import { WeekShiftFields } from '../shift-fields.tsx'
import classes from '../shifts.module.css'
import type { PlanPart } from './plan-part.ts'

const OFFICE = [{ from: '08:00', to: '16:00', isOnCall: false }]
const WORKDAYS = 5

/** The office week, Sunday to Thursday. */
const firstWeekly = (shifts: WeeklyShifts['days'][number]): WeeklyShifts => ({
  days: Array.from({ length: 7 }, (_, day) => (day < WORKDAYS ? shifts : [])),
  validFrom: null,
  validTo: null,
})

/** The same hours from the day after the last ones, which get an end. */
function withNext(weekly: readonly WeeklyShifts[]): WeeklyShifts[] {
  const last = weekly.at(-1)
  if (!last) return [...weekly]
  const end = last.validTo ?? plusDays(dayOf(new Date()), 6)
  return [...weekly.slice(0, -1), { ...last, validTo: end }, { ...last, validFrom: plusDays(end, 1), validTo: null }]
}

/** Weekly hours, each valid from a day to a day. */
export function WeeklyFields({ plan, templates, errors, onChange }: PlanPart) {
  const { t } = useTranslation('shifts')
  const { weekly } = plan
  const put = (at: number, changes: Partial<WeeklyShifts>) =>
    onChange({ weekly: weekly.map((one, index) => (index === at ? { ...one, ...changes } : one)) })
  const icon = <IconPlus size={16} stroke={1.75} aria-hidden />
  if (weekly.length === 0)
    return (
      <EmptyState
        icon={<IconCalendarPlus />}
        title={t('weekly.empty')}
        text={t('weekly.emptyText')}
        action={
          <Button
            leftSection={icon}
            onClick={() => onChange({ weekly: [firstWeekly([...(templates[0]?.shifts ?? OFFICE)])] })}
          >
            {t('weekly.first')}
          </Button>
        }
      />
    )
  return (
    <>
      {weekly.map((one, at) => (
        <Weekly
          // biome-ignore lint/suspicious/noArrayIndexKey: weekly hours are identified by their position.
          key={at}
          {...{ one, at, templates, errors }}
          onChange={(changes) => put(at, changes)}
          onRemove={() => onChange({ weekly: weekly.filter((_one, index) => index !== at) })}
        />
      ))}
      {weekly.length < WEEKLY_MAX && (
        <div className={classes.buttons}>
          <Button variant="default" leftSection={icon} onClick={() => onChange({ weekly: withNext(weekly) })}>
            {t('weekly.add')}
          </Button>
        </div>
      )}
    </>
  )
}

type WeeklyProps = Pick<PlanPart, 'templates' | 'errors'> & {
  one: WeeklyShifts
  at: number
  onChange: (changes: Partial<WeeklyShifts>) => void
  onRemove: () => void
}
function Weekly({ one, at, templates, errors, onChange, onRemove }: WeeklyProps) {
  const { t } = useTranslation('shifts')
  const path = `weekly.${at}`
  return (
    <div className={classes.weekly}>
      <div className={classes.validity}>
        <DayInput
          clearable
          label={t('weekly.from')}
          placeholder={t('weekly.always')}
          value={one.validFrom}
          error={errorBelow(errors, `${path}.validFrom`)}
          onChange={(validFrom) => onChange({ validFrom })}
        />
        <DayInput
          clearable
          label={t('weekly.to')}
          placeholder={t('weekly.noEnd')}
          value={one.validTo}
          error={errorBelow(errors, `${path}.validTo`)}
          onChange={(validTo) => onChange({ validTo })}
        />
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
          onClick={onRemove}
        >
          {t('weekly.remove')}
        </Button>
      </div>
      <WeekShiftFields
        days={one.days}
        path={`${path}.days`}
        {...{ templates, errors }}
        onChange={(days) => onChange({ days })}
      />
    </div>
  )
}
