import { useTranslation } from 'react-i18next'
import type { Shift } from '#contract/shifts/shift-shapes.ts'
import type { GridDay } from '#contract/shifts/shifts.ts'
import { exceptionIcons } from '../exception-icons.ts'
import { shiftText } from '../shift-text.ts'
import classes from './cell-shifts.module.css'
import { endNextDay, isChanged, plannedOn } from './week-rules.ts'

type Props = {
  day: GridDay
  /** The planned shifts of the day before, one may last past midnight. */
  before: readonly Shift[]
  /** Beginnings of the shifts that an open request would swap. */
  swapped: readonly string[]
}

/** A person's planned shifts of a day, or why they are away. */
export function CellShifts({ day, before, swapped }: Props) {
  const { t } = useTranslation('shifts')
  const { absence } = day
  const isDraft = isChanged(day) || undefined
  const planned = plannedOn(day)
  const night = before.flatMap((shift) => endNextDay(shift) ?? [])
  if (absence) {
    const Icon = exceptionIcons[absence]
    return (
      <span className={classes.away}>
        <Icon size={14} stroke={1.75} aria-hidden />
        {t(`kinds.${absence}`)}
      </span>
    )
  }
  const isAlways = day.shifts === null && day.draft === null
  return (
    <>
      {night.map((end) => (
        <span key={end} className={classes.night}>
          <bdi dir="ltr">{`…–${end}`}</bdi>
        </span>
      ))}
      {isAlways && <span className={classes.none}>{t('alwaysOn')}</span>}
      {!isAlways && planned.length === 0 && night.length === 0 && (
        <span className={classes.none} data-draft={isDraft}>
          –
        </span>
      )}
      {planned.map((shift) => (
        <span
          key={shift.from}
          className={classes.shift}
          data-shift={shift.from}
          data-draft={isDraft}
          data-on-call={shift.isOnCall || undefined}
          data-swap={swapped.includes(shift.from) || undefined}
        >
          {shift.isOnCall && <span>{t('onCall')}</span>}
          <bdi dir="ltr">{shiftText(shift)}</bdi>
        </span>
      ))}
    </>
  )
}

/** The same as words, for the name of the cell. */
export function useCellText() {
  const { t } = useTranslation('shifts')
  return (day: GridDay) => {
    if (day.absence) return t(`kinds.${day.absence}`)
    if (day.shifts === null && day.draft === null) return t('alwaysOn')
    const planned = plannedOn(day).map(
      (shift) => `${shift.isOnCall ? `${t('onCall')} ` : ''}\u2066${shiftText(shift)}\u2069`,
    )
    const text = planned.join(', ') || t('none')
    return isChanged(day) ? t('grid.notPublishedCell', { text }) : text
  }
}
