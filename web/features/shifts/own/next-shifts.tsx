import { useTranslation } from 'react-i18next'
import { absenceOn, shiftsOn } from '#contract/shifts/person-shifts.ts'
import type { PersonShifts } from '#contract/shifts/shift-shapes.ts'
import { dayOf, firstOfWeek, plusDays } from '#contract/values/clock.ts'
import { formatWeekday } from '../../../lib/i18n/format.ts'
import { noonOf } from '../../../lib/i18n/noon.ts'
import { useMinute } from '../../../shared/times/use-minute.ts'
import { exceptionIcons } from '../exception-icons.ts'
import { shiftText, weekText } from '../shift-text.ts'
import classes from '../shifts.module.css'

const DAYS = 14

/** The shifts that hold in the next two weeks: published ones, else those of the weekly hours. */
export function NextShifts({ shifts }: { shifts: PersonShifts }) {
  const today = dayOf(useMinute())
  const days = Array.from({ length: DAYS }, (_, i) => plusDays(today, i))
  return [...new Set(days.map(firstOfWeek))].map((week) => (
    <Week key={week} week={week} days={days.filter((day) => firstOfWeek(day) === week)} shifts={shifts} />
  ))
}

function Week({ week, days, shifts }: { week: string; days: readonly string[]; shifts: PersonShifts }) {
  const { t } = useTranslation('shifts')
  const isPublished = shifts.weeks.some((one) => one.week === week)
  return (
    <section>
      <h3 className={classes.weekHead}>
        <bdi>{weekText(week)}</bdi>
        {isPublished && <span className={classes.published}>{t('next.published')}</span>}
      </h3>
      <ul className={classes.nextDays}>
        {days.map((day) => (
          <Day key={day} day={day} shifts={shifts} />
        ))}
      </ul>
    </section>
  )
}

function Day({ day, shifts }: { day: string; shifts: PersonShifts }) {
  const { t } = useTranslation('shifts')
  const absence = absenceOn(shifts.plan, day)
  const ofDay = shiftsOn(shifts, day)
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
    </li>
  )
}
