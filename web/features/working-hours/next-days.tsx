import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import { holidaysOn } from '#contract/working-hours/holidays.ts'
import { midnightOf } from '#contract/working-hours/moments.ts'
import { type OpenDays, openDaysOf } from '#contract/working-hours/open-days.ts'
import { periodsBetween } from '#contract/working-hours/open-periods.ts'
import { common, joined, type Span } from '#contract/working-hours/spans.ts'
import type { WorkingHours } from '#contract/working-hours/working-hours.ts'
import { formatTime, formatWeekday } from '../../lib/i18n/format.ts'
import { noonOf } from '../../lib/i18n/noon.ts'
import { useMinute } from '../../shared/times/use-minute.ts'
import { UserText } from '../../ui/display/user-text.tsx'
import { holidayName } from './holiday-text.ts'
import classes from './next-days.module.css'

const DAYS = 14

/** The next two weeks as the hours make them: open hours and rests on the line of each day. */
export function NextDays({ hours }: { hours: WorkingHours }) {
  const today = dayOf(useMinute())
  const days = openDaysOf(hours)
  return (
    <ul className={classes.days}>
      {Array.from({ length: DAYS }, (_, i) => plusDays(today, i)).map((day) => (
        <Day key={day} {...{ day, days, hours }} />
      ))}
    </ul>
  )
}

/** From 00:00 until 24:00; the end of a day is written as 24:00. */
function Day({ day, days, hours }: { day: string; days: OpenDays; hours: WorkingHours }) {
  const { t } = useTranslation('working-hours')
  const whole: Span = { from: midnightOf(day), to: midnightOf(plusDays(day, 1)) }
  const open = periodsBetween(days, whole.from, whole.to)
  const rests = joined([day, plusDays(day, 1)].flatMap((one) => days.restOn(one) ?? []))
  const { special } = days.on(day)
  const names = holidaysOn(day, hours.city).map(holidayName)
  const clock = (at: number) => (at === whole.to ? '24:00' : formatTime(new Date(at)))
  return (
    <li className={classes.day}>
      <span className={classes.name}>
        {formatWeekday(noonOf(day))}
        {special ? (
          <span className={classes.why}>
            <UserText cut>{special.name}</UserText>
          </span>
        ) : (
          names.map((name) => (
            <span key={name} className={classes.why}>
              {name}
            </span>
          ))
        )}
      </span>
      <span className={classes.line} aria-hidden>
        {common([whole], rests).map((span) => (
          <span key={span.from} className={classes.rest} style={placeIn(whole, span)} />
        ))}
        {open.map((span) => (
          <span key={span.from} className={classes.open} style={placeIn(whole, span)} />
        ))}
      </span>
      <span className={classes.times}>
        {open.length === 0 && t('year.closed')}
        {open.map(({ from, to }) => (
          <bdi key={from} dir="ltr">{`${clock(from)}–${clock(to)}`}</bdi>
        ))}
      </span>
    </li>
  )
}

/** Where a span lies on the line of its day, as CSS variables. */
const placeIn = (whole: Span, { from, to }: Span) => {
  const share = (ms: number) => `${(ms / (whole.to - whole.from)) * 100}%`
  return { '--from': share(from - whole.from), '--length': share(to - from) } as CSSProperties
}
