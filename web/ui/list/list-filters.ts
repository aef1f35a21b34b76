import type { Changes } from '../../lib/list-search.ts'

/** The filters of a list, for its chips and its drawer. */
export type ListFilters<N extends string = string> = {
  /** Those that are chosen from a list or a calendar. `value`: what is chosen, in words. */
  filters: readonly { name: N; label: string; value: string | undefined }[]
  /** Those that are set or not. */
  flags: readonly { name: string; label: string; isSet: boolean }[]
  onChange: (changes: Changes) => void
}
