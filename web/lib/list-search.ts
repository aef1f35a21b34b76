import { z } from 'zod'
import { dayOf } from '#contract/clock.ts'
import { day, SEARCH_MAX, SEARCH_MIN } from '#contract/common.ts'
import { datePresets, rangeOf } from '#contract/values/date-presets.ts'

/** What the address of every list says; each list adds its filters and its order. */
export const listSearch = {
  page: z.coerce.number().int().min(1).max(10_000_000).default(1),
  search: z.string().max(SEARCH_MAX).optional(),
  /** A preset stays what it says: shared tomorrow, "today" is tomorrow. */
  date: z.enum(datePresets).optional(),
  from: day.optional(),
  to: day.optional(),
}
type ListSearch = z.output<z.ZodObject<typeof listSearch>>

/** A filter that is set or not. */
export const flag = z.literal('true').transform(() => true as const)

/** Changes of an address: undefined takes away. */
export type Changes = Record<string, unknown>

/** Takes one filter away. */
export const withoutFilter = (name: string): Changes =>
  name === 'date'
    ? { date: undefined, from: undefined, to: undefined, page: undefined }
    : { [name]: undefined, page: undefined }

/** Takes them all away, with the search. */
export const withoutFilters = (names: readonly string[]): Changes =>
  Object.assign({ search: undefined }, ...['date', ...names].map(withoutFilter))

/** Shorter searches find nothing (contract), so they are not asked. */
export const isTooShort = (search: string | undefined) => {
  const length = search?.trim().length ?? 0
  return length > 0 && length < SEARCH_MIN
}

/** What is searched for, where that is asked at all. */
export function wordsOf({ search }: Pick<ListSearch, 'search'>) {
  const words = search?.trim()
  return words && !isTooShort(words) ? words : undefined
}

/** The days that are meant today. */
export function daysOf({ date, from, to }: Pick<ListSearch, 'date' | 'from' | 'to'>) {
  const range = date ? rangeOf(date, dayOf(new Date())) : { from, to }
  return { ...(range.from && { from: range.from }), ...(range.to && { to: range.to }) }
}
