import type { TFunction } from 'i18next'
import type { Shift } from '#contract/shifts/shift-shapes.ts'
import type { ShiftTemplate } from '#contract/shifts/shifts.ts'
import { dayOf, plusDays, weekdayOf } from '#contract/values/clock.ts'
import { formatDay, formatTime } from '../../lib/i18n/format.ts'
import { noonOf } from '../../lib/i18n/noon.ts'

const WEEK = 7

/** The Sunday's and the Saturday's date of a week. */
export const weekText = (week: string) => `${formatDay(noonOf(week))} – ${formatDay(noonOf(plusDays(week, 6)))}`

export const shiftText = ({ from, to }: Pick<Shift, 'from' | 'to'>) => `${from}–${to}`

/** A moment to come: 18:00 · Sun 08:00 · 5 May, 08:00. */
export function momentText(t: TFunction, at: string, now: Date) {
  const [today, day, time] = [dayOf(now), dayOf(at), formatTime(at)]
  if (day === today) return time
  const name = day < plusDays(today, WEEK) ? t(`short.${weekdayOf(day)}`, { ns: 'open-ranges' }) : formatDay(at, now)
  return t('moment', { ns: 'shifts', day: name, time })
}

export const templateName = (t: TFunction, { standard, name }: ShiftTemplate) =>
  name || (standard ? t(`templates.standard.${standard}`, { ns: 'shifts' }) : '')
