import { useTranslation } from 'react-i18next'
import type { ResponseClock } from '#contract/leads/responses/response-clock.ts'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import { formatDayHead, formatDayName, formatNumber, formatTime } from '../../lib/i18n/format.ts'
import { useNow } from '../../ui/display/use-now.ts'
import { clockNow } from './clock-now.ts'
import classes from './response-time.module.css'

const HOUR = 60
const SIZE = 18
const RADIUS = 7
const AROUND = 2 * Math.PI * RADIUS

/** Working time since the first try, or since the lead came, against the campaign's target, and when a stopped clock goes on. */
export function ResponseTime({ clock, readAt }: { clock: ResponseClock; readAt: number }) {
  const now = useNow()
  const { minutes, isRunning, share, tone } = clockNow(clock, readAt, Math.max(now, readAt))
  const { target, changesAt } = clock
  return (
    <span className={classes.clock} data-tone={tone} data-clock>
      {share !== undefined && <Ring share={share} />}
      <span className={classes.figures}>
        <Figure minutes={minutes} target={share !== undefined && share < 1 ? target : null} />
        {!isRunning && changesAt && <Starts at={changesAt} now={now} />}
      </span>
    </span>
  )
}

/** For example “12 min left” or, in red, “Late by 25 min”, and when a stopped clock goes on. */
export function TimeLeft({ clock, readAt }: { clock: ResponseClock; readAt: number }) {
  const { t } = useTranslation('response-clock')
  const now = useNow()
  const { minutes, isRunning, share, tone } = clockNow(clock, readAt, Math.max(now, readAt))
  const { target, changesAt } = clock
  if (target === null || share === undefined) return null
  const left = target - minutes
  const inHours = Math.abs(left) >= HOUR
  const time = inHours ? hours(Math.abs(left)) : formatNumber(Math.abs(left))
  return (
    <span className={classes.clock} data-tone={tone} data-clock>
      <Ring share={share} />
      <span className={classes.figures}>
        <span className={classes.figure}>
          {t(`${left > 0 ? 'left' : 'late'}.${inHours ? 'hours' : 'minutes'}`, { time })}
        </span>
        {!isRunning && changesAt && <Starts at={changesAt} now={now} isAgain={minutes > 0} />}
      </span>
    </span>
  )
}

/** For example 12 of 30 min; from an hour on 1:16 h. Over the target only the time is said. */
function Figure({ minutes, target }: { minutes: number; target: number | null }) {
  const { t } = useTranslation('response-clock')
  const inHours = Math.max(minutes, target ?? 0) >= HOUR
  const say = (value: number) => (inHours ? hours(value) : formatNumber(value))
  const unit = inHours ? 'hours' : 'minutes'
  return (
    <span className={classes.figure}>
      {target === null ? t(unit, { time: say(minutes) }) : t(`${unit}Of`, { time: say(minutes), target: say(target) })}
    </span>
  )
}
const hours = (minutes: number) =>
  `${formatNumber(Math.floor(minutes / HOUR))}:${String(minutes % HOUR).padStart(2, '0')}`

/** `isAgain`: the clock ran before. */
function Starts({ at, now, isAgain = false }: { at: string; now: number; isAgain?: boolean }) {
  const { t } = useTranslation('response-clock')
  const time = formatTime(at)
  const [day, today] = [dayOf(at), dayOf(new Date(now))]
  const isToday = day === today
  // Within a week the name of the day is enough.
  const isNear = day < plusDays(today, 7)
  return (
    <span className={classes.starts}>
      {isToday
        ? t(isAgain ? 'goesOn' : 'starts', { time })
        : t(isAgain ? 'goesOnOn' : 'startsOn', { day: isNear ? formatDayName(at) : formatDayHead(at), time })}
    </span>
  )
}

function Ring({ share }: { share: number }) {
  const filled = Math.min(1, share) * AROUND
  return (
    <svg width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} className={classes.ring} aria-hidden>
      <circle cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} />
      <circle cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} strokeDasharray={`${filled} ${AROUND}`} data-filled />
    </svg>
  )
}
