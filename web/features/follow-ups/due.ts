import type { FollowUp } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import { formatDayHead, formatTime } from '../../lib/i18n/format.ts'

const HOUR_MS = 3_600_000
export type DueTone = 'late' | 'soon' | 'later'

/** Late, due or due within the hour, or later. What is due while the business is closed is late once it has opened. */
export const toneOf = ({ dueAt, lateFrom }: Pick<FollowUp, 'dueAt' | 'lateFrom'>, now = new Date()): DueTone => {
  if (Date.parse(lateFrom) < now.getTime()) return 'late'
  return Date.parse(dueAt) - now.getTime() < HOUR_MS ? 'soon' : 'later'
}

/** The day and the time of a moment, as two pieces: היום · 16:00 */
export const piecesOfDue = (dueAt: string | Date) => [formatDayHead(dueAt), formatTime(dueAt)] as const
