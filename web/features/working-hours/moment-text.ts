import type { TFunction } from 'i18next'
import { dayOf, minuteAt, plusDays, weekdayOf } from '#contract/values/clock.ts'
import { openDaysOf } from '#contract/working-hours/open-days.ts'
import type { WorkingHours } from '#contract/working-hours/working-hours.ts'
import { formatDayHead, formatTime } from '../../lib/i18n/format.ts'

const SATURDAY = 6
const WEEK = 7

/** A moment to come: 18:00 · Sun 08:00 · Tue 5 May, 08:00. A Saturday evening after Shabbat has its own name. */
export function momentText(t: TFunction, hours: WorkingHours, at: string, now: Date) {
  const [today, day, time] = [dayOf(now), dayOf(at), formatTime(at)]
  if (day === today) return time
  if (day === plusDays(today, 1) && minuteAt(at) === 0) return t('moment.midnight')
  if (day >= plusDays(today, WEEK)) return t('moment.later', { day: formatDayHead(at, now), time })
  const rest = openDaysOf(hours).restOn(day)
  const isAfterShabbat = weekdayOf(day) === SATURDAY && rest !== undefined && rest.to <= Date.parse(at)
  if (isAfterShabbat) return t('moment.afterShabbat', { time })
  return t('moment.weekday', { day: t(`short.${weekdayOf(day)}`, { ns: 'open-ranges' }), time })
}
