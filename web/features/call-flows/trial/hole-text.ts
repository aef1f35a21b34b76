import type { TFunction } from 'i18next'
import { dayOf } from '#contract/values/clock.ts'
import { formatDateTime, formatTime, formatWeekday } from '../../../lib/i18n/format.ts'
import type { Hole } from './rehearsal-days.ts'

/** A time in which no phone would ring, in words. */
export const holeText = ({ from, to }: Hole, t: TFunction): string =>
  t('rehearsal.hole', {
    day: formatWeekday(from),
    time: `\u2066${formatTime(from)}–${dayOf(from) === dayOf(to) ? formatTime(to) : formatDateTime(to)}\u2069`,
  })
