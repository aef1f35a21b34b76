import { momentOf } from '#contract/values/clock.ts'

/** A moment inside the day, for formats of its date. */
export const noonOf = (day: string) => momentOf(day, 720)
