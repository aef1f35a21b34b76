import type { Changes } from '../../../lib/list-search.ts'
import type { LeadsSearch } from './leads-search.ts'

export type FilterProps = {
  businessId: string
  search: LeadsSearch
  /** Resolved once the address says so. */
  onChange: (changes: Changes) => Promise<void>
}
