import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BookingDay } from '#contract/leads/meetings/booking/guest-booking.ts'
import { dayOf, minuteAt, momentOf, weekdayOf } from '#contract/values/clock.ts'
import { formatTime, formatWeekday, formatWeekdayName } from '../../../lib/i18n/format.ts'
import classes from './time-picker.module.css'

type Props = {
  days: readonly BookingDay[]
  /** Times that were taken meanwhile: they stay in their places, struck through. */
  taken?: readonly string[]
  chosen: string | undefined
  onChoose: (startsAt: string) => void
}

const NOON = 720
const EVENING = 1_020
const parts = ['morning', 'afternoon', 'evening'] as const
function partOf(at: string) {
  const minute = minuteAt(at)
  return minute < NOON ? 'morning' : minute < EVENING ? 'afternoon' : 'evening'
}

/** Days in a strip, and the free times of the day that is chosen. */
export function TimePicker({ days, taken = [], chosen, onChoose }: Props) {
  const { t } = useTranslation('booking')
  const [wanted, setWanted] = useState<string>()
  const shown = days.find(({ day }) => day === wanted) ?? days.find(({ times }) => times.length > 0)
  return (
    <div className={classes.picker}>
      <ul className={classes.strip} aria-label={t('days')}>
        {days.map((one) => (
          <li key={one.day}>
            <Day day={one} isChosen={one.day === shown?.day} onChoose={() => setWanted(one.day)} />
          </li>
        ))}
      </ul>
      {shown && <Times day={shown} taken={taken} chosen={chosen} onChoose={onChoose} />}
    </div>
  )
}

type DayProps = { day: BookingDay; isChosen: boolean; onChoose: () => void }
function Day({ day: { day, times, closed }, isChosen, onChoose }: DayProps) {
  const { t } = useTranslation('booking')
  const state = t(closed ? `closed.${closed}` : 'free')
  return (
    <button
      type="button"
      className={classes.day}
      aria-pressed={isChosen}
      aria-label={`${formatWeekday(momentOf(day, NOON))}, ${state}`}
      disabled={times.length === 0}
      onClick={onChoose}
    >
      <span className={classes.weekday}>{formatWeekdayName(weekdayOf(day), true)}</span>
      <span className={classes.number}>{Number(day.slice(8))}</span>
      <span className={classes.state}>{state}</span>
    </button>
  )
}

type TimesProps = { day: BookingDay; taken: readonly string[]; chosen: string | undefined; onChoose: Props['onChoose'] }
function Times({ day, taken, chosen, onChoose }: TimesProps) {
  const { t } = useTranslation('booking')
  const lost = taken.filter((at) => dayOf(at) === day.day && !day.times.includes(at))
  const times = Map.groupBy([...day.times, ...lost].sort(), partOf)
  return parts.map((part) => {
    const ofPart = times.get(part)
    if (!ofPart) return null
    return (
      <section key={part} className={classes.part} aria-label={t(`parts.${part}`)}>
        <h3 className={classes.head}>{t(`parts.${part}`)}</h3>
        <div className={classes.times}>
          {ofPart.map((at) => (
            <button
              key={at}
              type="button"
              className={classes.time}
              aria-pressed={at === chosen}
              disabled={taken.includes(at)}
              onClick={() => onChoose(at)}
            >
              <bdi dir="ltr">{formatTime(at)}</bdi>
            </button>
          ))}
        </div>
      </section>
    )
  })
}

/** The days of times that are not of a whole stretch. */
export const daysOfTimes = (times: readonly string[]): BookingDay[] =>
  [...Map.groupBy(times, (at) => dayOf(at))].map(([day, ofDay]) => ({ day, times: ofDay, closed: null }))
