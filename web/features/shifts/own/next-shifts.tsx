import { useTranslation } from 'react-i18next'
import { absenceOn, shiftsOn } from '#contract/shifts/person-shifts.ts'
import type { PersonShifts } from '#contract/shifts/shift-shapes.ts'
import { dayOf, firstOfWeek, plusDays } from '#contract/values/clock.ts'
import { formatWeekday } from '../../../lib/i18n/format.ts'
import { useMinute } from '../../../shared/use-minute.ts'
import { exceptionIcons } from '../exception-icons.ts'
import { noonOf, shiftText } from '../shift-text.ts'
import classes from '../shifts.module.css'

const DAYS = 14

/** The shifts that hold in the next two weeks: published ones, else those of the weekly hours. */
export function NextShifts({ shifts }: { shifts: PersonShifts }) {
  const { t } = useTranslation('shifts')
  const today = dayOf(useMinute())
  return (
    <ul className={classes.nextDays} aria-label={t('next.title')}>
      {Array.from({ length: DAYS }, (_, i) => plusDays(today, i)).map((day) => (
        <Day key={day} day={day} shifts={shifts} />
      ))}
    </ul>
  )
}

function Day({ day, shifts }: { day: string; shifts: PersonShifts }) {
  const { t } = useTranslation('shifts')
  const absence = absenceOn(shifts.plan, day)
  const ofDay = shiftsOn(shifts, day)
  const isPublished = shifts.weeks.some(({ week }) => week === firstOfWeek(day))
  const Icon = absence && exceptionIcons[absence]
  return (
    <li className={classes.nextDay}>
      <span>{formatWeekday(noonOf(day))}</span>
      <span className={classes.pieces}>
        {absence && Icon && (
          <span className={classes.away}>
            <Icon size={14} stroke={1.75} aria-hidden />
            {t(`kinds.${absence}`)}
          </span>
        )}
        {!absence && ofDay === null && <span className={classes.quiet}>{t('alwaysOn')}</span>}
        {!absence && ofDay?.length === 0 && <span className={classes.quiet}>{t('none')}</span>}
        {!absence &&
          ofDay?.map((shift) => (
            <span key={shift.from} className={classes.shift} data-on-call={shift.isOnCall || undefined}>
              {shift.isOnCall && t('onCall')} <bdi dir="ltr">{shiftText(shift)}</bdi>
            </span>
          ))}
      </span>
      {isPublished && <span className={classes.quiet}>{t('next.published')}</span>}
    </li>
  )
}
