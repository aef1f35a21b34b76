import { formatDayHead, formatTime } from '../../lib/i18n/format.ts'

const HOUR_MS = 3_600_000
export type DueTone = 'late' | 'soon' | 'later'

/** Late, within the hour, or later. */
export const toneOf = (dueAt: string, now = new Date()): DueTone => {
  const left = Date.parse(dueAt) - now.getTime()
  return left < 0 ? 'late' : left < HOUR_MS ? 'soon' : 'later'
}

/** The day and the time of a moment, as two pieces: היום · 16:00 */
export const piecesOfDue = (dueAt: string | Date) => [formatDayHead(dueAt), formatTime(dueAt)] as const
