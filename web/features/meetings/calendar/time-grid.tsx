import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { type CSSProperties, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import type { BusyTime } from '#contract/leads/meetings/meetings.ts'
import { dayOf, minuteAt, weekdayOf } from '#contract/values/clock.ts'
import { formatHour, formatWeekday, formatWeekdayName } from '../../../lib/i18n/format.ts'
import { noonOf } from '../../../lib/i18n/noon.ts'
import { useMinute } from '../../../shared/times/use-minute.ts'
import { minutesBetween } from '../meeting-look.ts'
import classes from './calendar.module.css'
import type { ClosedTimes } from './closed-times.ts'
import { DayColumn, type GridActs } from './day-column.tsx'
import { useDrag } from './use-drag.ts'

/** Hours drawn, unless a meeting is earlier or later. */
const FIRST_HOUR = 6
const LAST_HOUR = 23
/** The grid opens at this hour, or at the first meeting if that is earlier. */
const OPENS_AT = 8
/** Space above it for its label. */
const ABOVE_PX = 12

type Props = GridActs & {
  days: readonly string[]
  meetings: readonly Meeting[]
  busy: readonly BusyTime[]
  closed: ClosedTimes
}

/** Days as columns, hours down. */
export function TimeGrid({ days, meetings, busy, closed, ...acts }: Props) {
  const { t } = useTranslation('meetings')
  const now = useMinute()
  const grid = useRef<HTMLDivElement>(null)
  const hours = hoursOf(meetings)
  const hourPx = () => (grid.current?.offsetHeight ?? 0) / (hours.last - hours.first)
  const drag = useDrag(grid, hourPx, acts.onMove)
  const opensAt = Math.min(OPENS_AT, ...meetings.map(({ startsAt }) => Math.floor(minuteAt(startsAt) / 60)))
  const scroller = useRef<HTMLDivElement>(null)
  const key = days.join()
  const openAt = useEffectEvent(() => {
    if (scroller.current) scroller.current.scrollTop = hourPx() * (opensAt - hours.first) - ABOVE_PX
  })
  // Once for each stretch of days, so that a refresh does not move what is being read.
  useLayoutEffect(() => {
    if (key) openAt()
  }, [key])
  const minutes = { from: hours.first * 60, to: hours.last * 60 }
  const isDay = days.length === 1
  return (
    <div className={classes.scroller} ref={scroller}>
      <div
        className={classes.grid}
        style={{ '--days': days.length, '--hours': hours.last - hours.first } as CSSProperties}
      >
        <div className={classes.heads}>
          <span className={classes.corner} />
          {days.map((day) => (
            <DayHead key={day} day={day} isToday={day === dayOf(now)} onDay={isDay ? undefined : acts.onDay} />
          ))}
        </div>
        <div className={classes.body}>
          <div className={classes.hours} aria-hidden>
            {Array.from({ length: hours.last - hours.first }, (_, at) => (
              <span key={formatHour(hours.first + at)} className={classes.hour}>
                {at > 0 && formatHour(hours.first + at)}
              </span>
            ))}
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
          <div className={classes.columns} ref={grid} role="group" aria-label={t('title')}>
            {days.map((day) => (
              <DayColumn
                key={day}
                {...acts}
                {...{ day, closed, drag }}
                meetings={meetings.filter(({ startsAt }) => dayOf(startsAt) === day)}
                busy={busy.filter(({ startsAt }) => dayOf(startsAt) === day)}
                hours={minutes}
                now={day === dayOf(now) ? minuteAt(now) : undefined}
                most={isDay ? 4 : 2}
              />
            ))}
          </div>
        </div>
      </div>
      {drag.dragged && (
        <p className={classes.dragged} aria-live="polite">
          {formatWeekday(noonOf(drag.dragged.day))}, <bdi dir="ltr">{timeText(drag.dragged.minute)}</bdi>
        </p>
      )}
    </div>
  )
}

const timeText = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

function hoursOf(meetings: readonly Meeting[]) {
  const starts = meetings.map(({ startsAt }) => minuteAt(startsAt))
  const ends = meetings.map((meeting) => minuteAt(meeting.startsAt) + minutesBetween(meeting))
  return {
    first: Math.min(FIRST_HOUR, ...starts.map((minute) => Math.floor(minute / 60))),
    last: Math.min(Math.max(LAST_HOUR, ...ends.map((minute) => Math.ceil(minute / 60))), 24),
  }
}

type HeadProps = { day: string; isToday: boolean; onDay: GridActs['onDay'] | undefined }
function DayHead({ day, isToday, onDay }: HeadProps) {
  const content = (
    <>
      <VisuallyHidden>{formatWeekday(noonOf(day))}</VisuallyHidden>
      <span className={classes.headText} aria-hidden>
        <span>{formatWeekdayName(weekdayOf(day), true)}</span>
        <span className={classes.date} data-today={isToday || undefined}>
          {Number(day.slice(8))}
        </span>
      </span>
    </>
  )
  if (!onDay) return <h2 className={classes.head}>{content}</h2>
  return (
    <UnstyledButton className={classes.head} aria-current={isToday ? 'date' : undefined} onClick={() => onDay(day)}>
      {content}
    </UnstyledButton>
  )
}
