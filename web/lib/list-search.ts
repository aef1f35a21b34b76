import { z } from 'zod'
import { day, SEARCH_MAX, SEARCH_MIN } from '#contract/common.ts'
import { dayOf } from '#contract/values/clock.ts'
import { datePresets, rangeOf } from '#contract/values/date-presets.ts'

/** Search parameters of every list; each list adds its filters and sort. */
export const listSearch = {
  page: z.coerce.number().int().min(1).max(10_000_000).default(1),
  search: z.string().max(SEARCH_MAX).optional(),
  /** A relative preset stays relative: a link with "today" means the day on which it is opened. */
  date: z.enum(datePresets).optional(),
  from: day.optional(),
  to: day.optional(),
}
type ListSearch = z.output<z.ZodObject<typeof listSearch>>

/** A boolean filter. */
export const flag = z.literal('true').transform(() => true as const)

/** Changes of search parameters; undefined removes one. */
export type Changes = Record<string, unknown>

/** Removes one filter. */
export const withoutFilter = (name: string): Changes =>
  name === 'date'
    ? { date: undefined, from: undefined, to: undefined, page: undefined }
    : { [name]: undefined, page: undefined }

/** Removes these filters and the search. */
export const withoutFilters = (names: readonly string[]): Changes =>
  Object.assign({ search: undefined }, ...['date', ...names].map(withoutFilter))

/** Shorter searches match nothing (contract), so they are not requested. */
export const isTooShort = (search: string | undefined) => {
  const length = search?.trim().length ?? 0
  return length > 0 && length < SEARCH_MIN
}

/** The search text; undefined if too short. */
export function wordsOf({ search }: Pick<ListSearch, 'search'>) {
  const words = search?.trim()
  return words && !isTooShort(words) ? words : undefined
}

/** The current days of a date filter. */
export function daysOf({ date, from, to }: Pick<ListSearch, 'date' | 'from' | 'to'>) {
  const range = date ? rangeOf(date, dayOf(new Date())) : { from, to }
  return { ...(range.from && { from: range.from }), ...(range.to && { to: range.to }) }
}
