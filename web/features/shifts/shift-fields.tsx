import { ActionIcon, Checkbox, Menu } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Shift } from '#contract/shifts/shift-shapes.ts'
import type { ShiftTemplate } from '#contract/shifts/shifts.ts'
import type { OpenRange } from '#contract/working-hours/ranges.ts'
import type { ErrorsByPath } from '../../lib/http/error-below.ts'
import { RangeFields } from '../../shared/open-ranges/range-fields.tsx'
import { WeekFields } from '../../shared/open-ranges/week-fields.tsx'
import { shiftText, templateName } from './shift-text.ts'
import classes from './shifts.module.css'

/** A new range is no shift on call. */
const asShifts = (ranges: readonly (OpenRange & Partial<Shift>)[]): Shift[] =>
  ranges.map(({ from, to, isOnCall = false }) => ({ from, to, isOnCall }))

type OnCallProps = { name: string; isOnCall: boolean; onChange: (isOnCall: boolean) => void }
const OnCall = ({ name, isOnCall, onChange }: OnCallProps) => {
  const { t } = useTranslation('shifts')
  return (
    <Checkbox
      className={classes.onCallBox ?? ''}
      label={t('onCall')}
      aria-label={t('onCallOf', { name })}
      checked={isOnCall}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}
const put = (shifts: readonly Shift[], at: number, isOnCall: boolean) =>
  shifts.map((shift, index) => (index === at ? { ...shift, isOnCall } : shift))

type DayProps = {
  name: string
  shifts: readonly Shift[]
  path: string
  errors: ErrorsByPath
  onChange: (shifts: Shift[]) => void
}

/** Shifts of one day. */
export function ShiftFields({ name, shifts, path, errors, onChange }: DayProps) {
  const { t } = useTranslation('shifts')
  return (
    <RangeFields
      {...{ name, path, errors }}
      ranges={shifts}
      none={t('none')}
      onChange={(ranges) => onChange(asShifts(ranges))}
      more={(at) => (
        <OnCall
          name={name}
          isOnCall={shifts[at]?.isOnCall ?? false}
          onChange={(isOnCall) => onChange(put(shifts, at, isOnCall))}
        />
      )}
    />
  )
}

type WeekProps = {
  days: readonly Shift[][]
  templates: readonly ShiftTemplate[]
  path: string
  errors: ErrorsByPath
  onChange: (days: Shift[][]) => void
}

/** Shifts of the seven weekdays, by templates or by hand. */
export function WeekShiftFields({ days, templates, path, errors, onChange }: WeekProps) {
  const { t } = useTranslation(['shifts', 'open-ranges'])
  const ofDay = (day: number, shifts: Shift[]) => onChange(days.map((one, index) => (index === day ? shifts : one)))
  return (
    <WeekFields
      days={days.map((shifts) => [...shifts])}
      {...{ path, errors }}
      none={t('none')}
      usual={templates[0]?.shifts ?? [{ from: '08:00', to: '16:00' }]}
      onChange={(changed) => onChange(changed.map(asShifts))}
      more={(day, at) => (
        <OnCall
          name={t(`days.${day}`, { ns: 'open-ranges' })}
          isOnCall={days[day]?.[at]?.isOnCall ?? false}
          onChange={(isOnCall) => ofDay(day, put(days[day] ?? [], at, isOnCall))}
        />
      )}
      acts={(day) => (
        <TemplateMenu
          name={t(`days.${day}`, { ns: 'open-ranges' })}
          templates={templates}
          onPick={(shifts) => ofDay(day, shifts)}
        />
      )}
    />
  )
}

type MenuProps = { name: string; templates: readonly ShiftTemplate[]; onPick: (shifts: Shift[]) => void }
function TemplateMenu({ name, templates, onPick }: MenuProps) {
  const { t } = useTranslation('shifts')
  if (templates.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('templates.pickFor', { name })} title={t('templates.pick')}>
          <IconTemplate size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {templates.map((template, at) => (
          <Menu.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: templates are identified by their position.
            key={at}
            rightSection={<TemplateTimes template={template} />}
            onClick={() => onPick([...template.shifts])}
          >
            {templateName(t, template)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The times of a template. */
export const TemplateTimes = ({ template }: { template: ShiftTemplate }) => (
  <span className={classes.times}>
    {template.shifts.map((shift) => (
      <bdi key={shift.from} dir="ltr">
        {shiftText(shift)}
      </bdi>
    ))}
  </span>
)
