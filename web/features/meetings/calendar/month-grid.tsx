import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { dayOf, weekdayOf } from '#contract/values/clock.ts'
import { formatTime, formatWeekday, formatWeekdayName } from '../../../lib/i18n/format.ts'
import { noonOf } from '../../../lib/i18n/noon.ts'
import { lookOf, nameOf } from '../meeting-look.ts'
import type { ClosedTimes } from './closed-times.ts'
import type { GridActs } from './day-column.tsx'
import { useMeetingLabel } from './meeting-card.tsx'
import classes from './month-grid.module.css'

/** Meetings named in a cell; the rest are counted. */
const NAMED = 3

type Props = Pick<GridActs, 'onOpen' | 'onDay'> & {
  /** The day whose month is shown. */
  day: string
  days: readonly string[]
  meetings: readonly Meeting[]
  closed: ClosedTimes
}

/** A month in whole weeks. */
export function MonthGrid({ day, days, meetings, closed, onOpen, onDay }: Props) {
  const { t } = useTranslation('meetings')
  const labelOf = useMeetingLabel()
  const today = dayOf(new Date())
  const byDay = Map.groupBy(meetings, ({ startsAt }) => dayOf(startsAt))
  return (
    <div className={classes.month}>
      {days.slice(0, 7).map((one) => (
        <span key={one} className={classes.weekday}>
          {formatWeekdayName(weekdayOf(one))}
        </span>
      ))}
      {days.map((one) => {
        const own = byDay.get(one) ?? []
        const more = own.length - NAMED
        return (
          <div
            key={one}
            className={classes.cell}
            data-other={one.slice(0, 7) !== day.slice(0, 7) || undefined}
            data-rest={(weekdayOf(one) === 6 && closed.restsOn(one).length > 0) || undefined}
          >
            <UnstyledButton
              className={classes.date}
              aria-label={t('dayWith', { day: formatWeekday(noonOf(one)), count: own.length })}
              aria-current={one === today ? 'date' : undefined}
              onClick={() => onDay(one)}
            >
              {Number(one.slice(8))}
            </UnstyledButton>
            {own.slice(0, NAMED).map((meeting) => (
              <UnstyledButton
                key={meeting._id}
                className={classes.meeting}
                data-hue={lookOf(meeting).hue}
                data-off={meeting.status === 'Meeting Canceled' || undefined}
                onClick={() => onOpen(meeting)}
              >
                <VisuallyHidden>{labelOf(meeting)}</VisuallyHidden>
                <span className={classes.shown} aria-hidden>
                  <bdi dir="ltr">{formatTime(meeting.startsAt)}</bdi>
                  <span className={classes.name} dir="auto">
                    {nameOf(meeting)}
                  </span>
                </span>
              </UnstyledButton>
            ))}
            {more > 0 && (
              <UnstyledButton className={classes.more} onClick={() => onDay(one)}>
                {t('moreAt', { count: more })}
              </UnstyledButton>
            )}
          </div>
        )
      })}
    </div>
  )
}
