import { MISSED_CALL_DAYS, MISSED_SNOOZE_DAYS } from '#contract/leads/follow-ups/terms.ts'

const DAY_MS = 86_400_000
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** Callers are listed whose last try, or the end of snoozing, is later. */
export const oldestListed = (now: Date) => daysBefore(now, MISSED_CALL_DAYS)
/** Earlier calls are not counted any more. */
export const oldestCounted = (now: Date) => daysBefore(now, MISSED_CALL_DAYS + MISSED_SNOOZE_DAYS)
/** Whether a caller may be snoozed until this moment. */
export const isSnooze = (until: Date, now: Date) =>
  until > now && until.getTime() - now.getTime() <= MISSED_SNOOZE_DAYS * DAY_MS
