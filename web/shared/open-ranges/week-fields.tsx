import { ActionIcon, Menu, Switch } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenRange } from '#contract/working-hours/ranges.ts'
import type { ErrorsByPath } from '../../lib/http/error-below.ts'
import classes from './open-ranges.module.css'
import { RangeFields } from './range-fields.tsx'
import { RangeTexts } from './range-text.tsx'

type Days = readonly OpenRange[][]
type Props = {
  /** Ranges of the seven weekdays, Sunday first. */
  days: Days
  /** Path of the days within the form. */
  path: string
  errors: ErrorsByPath
  onChange: (days: OpenRange[][]) => void
  /** Says that a day has no range; else that it is closed. */
  none?: string
  /** The ranges with which a day begins. */
  usual?: OpenRange[]
  /** More fields of a range. */
  more?: (day: number, at: number) => ReactNode
  /** Beside the menu that copies a day. */
  acts?: (day: number) => ReactNode
}
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const
/** Sunday to Thursday. */
const WORKDAYS: readonly number[] = [0, 1, 2, 3, 4]
const USUAL: OpenRange[] = [{ from: '09:00', to: '18:00' }]

/** Ranges of the weekdays, of opening hours or of shifts; those of a day can be copied to others. */
export function WeekFields({ days, path, errors, onChange, ...ofDays }: Props) {
  const { t } = useTranslation('open-ranges')
  const put = (wanted: readonly number[], ranges: OpenRange[]) =>
    onChange(days.map((one, day) => (wanted.includes(day) ? ranges : one)))
  return (
    <ul className={classes.week} aria-label={t('week')}>
      {WEEKDAYS.map((day) => {
        const ranges = days[day] ?? []
        return (
          <Day
            key={day}
            {...{ day, ranges, errors, ...ofDays }}
            path={`${path}.${day}`}
            onChange={(changed) => put([day], changed)}
            onCopy={(wanted) => put(wanted, ranges)}
          />
        )
      })}
    </ul>
  )
}

type DayProps = Pick<Props, 'none' | 'usual' | 'more' | 'acts'> & {
  day: number
  ranges: OpenRange[]
  path: string
  errors: ErrorsByPath
  onChange: (ranges: OpenRange[]) => void
  onCopy: (days: readonly number[]) => void
}

function Day({ day, ranges, onCopy, usual = USUAL, more, acts, ...fields }: DayProps) {
  const { t } = useTranslation('open-ranges')
  const name = t(`days.${day}`)
  const { path, onChange } = fields
  return (
    <li className={classes.day} data-path={path} tabIndex={-1}>
      <Switch
        className={classes.name ?? ''}
        label={name}
        checked={ranges.length > 0}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? usual : [])}
      />
      <RangeFields {...{ name, ranges, ...fields }} more={more && ((at) => more(day, at))} />
      <span className={classes.acts}>
        {acts?.(day)}
        <CopyMenu day={day} onCopy={onCopy} />
      </span>
    </li>
  )
}

function CopyMenu({ day, onCopy }: Pick<DayProps, 'day' | 'onCopy'>) {
  const { t } = useTranslation('open-ranges')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('copyOf', { day: t(`days.${day}`) })} title={t('copy')}>
          <IconCopy size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onCopy(WORKDAYS)}>{t('copyTo.workdays')}</Menu.Item>
        <Menu.Item onClick={() => onCopy(WEEKDAYS)}>{t('copyTo.all')}</Menu.Item>
        <Menu.Divider />
        {WEEKDAYS.filter((other) => other !== day).map((other) => (
          <Menu.Item key={other} onClick={() => onCopy([other])}>
            {t('copyTo.day', { day: t(`days.${other}`) })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The same to read. */
export function WeekTexts({ days }: { days: Days }) {
  const { t } = useTranslation('open-ranges')
  return (
    <ul className={classes.week} aria-label={t('week')}>
      {WEEKDAYS.map((day) => (
        <li className={classes.day} key={day}>
          <span className={classes.name}>{t(`days.${day}`)}</span>
          <RangeTexts ranges={days[day] ?? []} />
        </li>
      ))}
    </ul>
  )
}
