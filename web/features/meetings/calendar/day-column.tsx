import { UnstyledButton } from '@mantine/core'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import type { BusyTime } from '#contract/leads/meetings/meetings.ts'
import { dayOf, minuteAt, momentOf, plusDays } from '#contract/values/clock.ts'
import type { Rest } from '#contract/working-hours/working-hours.ts'
import { formatTime } from '../../../lib/i18n/format.ts'
import { minutesBetween } from '../meeting-look.ts'
import classes from './calendar.module.css'
import type { ClosedTimes } from './closed-times.ts'
import { inLanes, type Stretch } from './lanes.ts'
import { MeetingCard } from './meeting-card.tsx'
import { type Dragged, STEP_MINUTES, type useDrag } from './use-drag.ts'

/** A click on a free place makes a meeting at the half hour there. */
const CLICK_MINUTES = 30
const MINUTES_OF_DAY = 1_440

export type GridActs = {
  onOpen: (meeting: Meeting) => void
  /** Absent without the right to make meetings. */
  onNew?: ((startsAt: string) => void) | undefined
  /** Asks for the move to this time. */
  onMove: (meeting: Meeting, startsAt: string) => void
  /** Shows a day whose meetings do not fit. */
  onDay: (day: string) => void
}
type Props = GridActs & {
  day: string
  meetings: readonly Meeting[]
  busy: readonly BusyTime[]
  closed: ClosedTimes
  /** Minutes from midnight at the top and at the foot of the grid. */
  hours: Stretch
  /** The minute of now, if the day is today. */
  now: number | undefined
  /** Meetings side by side. */
  most: number
  drag: ReturnType<typeof useDrag>
}

const onDay = (startsAt: string, minutes: number): Stretch => {
  const from = minuteAt(startsAt)
  return { from, to: Math.min(from + minutes, MINUTES_OF_DAY) }
}

/** One day of the grid, from the first to the last hour. */
export function DayColumn(props: Props) {
  const { day, meetings, busy, closed, hours, now, most, drag, onOpen, onNew, onDay: showDay } = props
  const { t } = useTranslation('meetings')
  const textOf = useRestText()
  const boxOf = (stretch: Stretch) => boxIn(hours, stretch)
  const own = meetings.map((meeting) => ({ meeting, ...onDay(meeting.startsAt, minutesBetween(meeting)) }))
  const { placed, hidden } = inLanes(own, most)
  const make = (event: MouseEvent<HTMLDivElement>) => {
    if (!onNew || event.target !== event.currentTarget) return
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const minute = hours.from + ((event.clientY - top) / height) * (hours.to - hours.from)
    onNew(momentOf(day, Math.floor(minute / CLICK_MINUTES) * CLICK_MINUTES).toISOString())
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button "New meeting" does the same with the keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
    <div className={classes.column} data-day={day} data-makes={Boolean(onNew) || undefined} onClick={make}>
      {closed.closedOn(day).map((stretch) => (
        <span key={stretch.from} className={classes.closed} style={boxOf(stretch)} />
      ))}
      {closed.restsOn(day).map(({ rest, ...stretch }) => (
        <span key={rest.from} className={classes.rest} style={boxOf(stretch)}>
          <span className={classes.restName}>{textOf(rest, day)}</span>
        </span>
      ))}
      {busy.map(({ startsAt, endsAt }) => (
        <span
          key={startsAt}
          className={classes.busy}
          style={boxOf(onDay(startsAt, minutesBetween({ startsAt, endsAt })))}
        >
          {t('busy')}
        </span>
      ))}
      {placed.map(({ item: { meeting }, lane, lanes, ...stretch }) => (
        <MeetingCard
          key={meeting._id}
          meeting={meeting}
          style={{ ...boxOf(stretch), ...laneOf(lane, lanes) }}
          isHalf={lanes > 1}
          {...(isMovable(meeting) && drag.handlersFor(meeting))}
          onKeyDown={(event) => (event.key === 'Escape' ? drag.letGo() : moveByKey(event, meeting, props))}
          onClick={() => !drag.wasDragged() && onOpen(meeting)}
        />
      ))}
      {hidden.map(({ count, ...stretch }) => (
        <UnstyledButton
          key={stretch.from}
          className={classes.more}
          style={{ insetBlockStart: boxOf(stretch).insetBlockStart }}
          onClick={() => showDay(day)}
          aria-label={t('moreAt', { count })}
        >
          <bdi dir="ltr">+{count}</bdi>
        </UnstyledButton>
      ))}
      {drag.dragged?.day === day && <Ghost dragged={drag.dragged} boxOf={boxOf} />}
      {now !== undefined && (
        <span className={classes.now} style={{ insetBlockStart: boxOf({ from: now, to: now }).insetBlockStart }} />
      )}
    </div>
  )
}

/** Until when, on its last day; from when, on the day on which it begins. */
function useRestText() {
  const { t } = useTranslation('meetings')
  return ({ from, to, holidays }: Rest, day: string) => {
    const name = t(holidays.length ? 'holiday' : 'shabbat')
    if (dayOf(to) === day) return t('restUntil', { name, time: formatTime(to) })
    return dayOf(from) === day ? t('restFrom', { name, time: formatTime(from) }) : name
  }
}

function Ghost({ dragged, boxOf }: { dragged: Dragged; boxOf: (stretch: Stretch) => ReturnType<typeof boxIn> }) {
  const { meeting, day, minute } = dragged
  const length = minutesBetween(meeting)
  const startsAt = momentOf(day, minute)
  const endsAt = new Date(startsAt.getTime() + length * 60_000).toISOString()
  return (
    <MeetingCard
      isGhost
      meeting={{ ...meeting, startsAt: startsAt.toISOString(), endsAt }}
      style={boxOf({ from: minute, to: minute + length })}
    />
  )
}

/** Heights and places in per cent of the column. */
function boxIn({ from: first, to: last }: Stretch, { from, to }: Stretch) {
  const part = (minutes: number) => `${((minutes / (last - first)) * 100).toFixed(3)}%`
  const [top, foot] = [Math.max(from, first), Math.min(to, last)]
  return { insetBlockStart: part(top - first), height: part(Math.max(foot - top, 0)) }
}
const laneOf = (lane: number, lanes: number) => ({
  insetInlineStart: `calc(${(lane / lanes) * 100}% + 2px)`,
  width: `calc(${100 / lanes}% - 4px)`,
})

/** What staff cancelled is restored first. */
const isMovable = ({ canEdit, cancelledBy }: Meeting) => canEdit && cancelledBy !== 'staff'

const MINUTE_MS = 60_000
const DAY_KEYS = { ArrowLeft: -1, ArrowRight: 1 } as const
/** Alt and arrows move the meeting: by a quarter of an hour, or by a day in the direction of the arrow. */
function moveByKey(
  event: { altKey: boolean; key: string; preventDefault: () => void },
  meeting: Meeting,
  { onMove }: Pick<GridActs, 'onMove'>,
) {
  const { altKey, key } = event
  if (!altKey || !isMovable(meeting)) return
  const sign = document.documentElement.dir === 'rtl' ? -1 : 1
  const [day, minute] = [dayOf(meeting.startsAt), minuteAt(meeting.startsAt)]
  const minutes = key === 'ArrowUp' ? -STEP_MINUTES : key === 'ArrowDown' ? STEP_MINUTES : 0
  const days = key === 'ArrowLeft' || key === 'ArrowRight' ? DAY_KEYS[key] * sign : 0
  if (!minutes && !days) return
  event.preventDefault()
  const moved = days
    ? momentOf(plusDays(day, days), minute)
    : new Date(Date.parse(meeting.startsAt) + minutes * MINUTE_MS)
  onMove(meeting, moved.toISOString())
}
