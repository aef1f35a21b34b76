import type { Changes } from '../../lib/list-search.ts'

/** The filters of a list, for its chips and its drawer. */
export type ListFilters<N extends string = string> = {
  /** Filters with a list or a calendar; `value` as text. */
  filters: readonly { name: N; label: string; value: string | undefined }[]
  /** Filters that are on or off. */
  flags: readonly { name: string; label: string; isSet: boolean }[]
  onChange: (changes: Changes) => void
}
