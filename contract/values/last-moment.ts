import { beginningOf, plusDays } from './clock.ts'

/** The last second of a calendar day in Israel. */
export const lastMomentOf = (day: string) => new Date(beginningOf(plusDays(day, 1)).getTime() - 1_000).toISOString()
