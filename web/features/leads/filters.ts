import type { LeadsSearch } from './leads-search.ts'

/** Filters that are chosen from a list or a calendar; those that are just set are in leads-search.ts. */
export const listFilters = ['status', 'source', 'assigned', 'tag', 'response', 'date'] as const
/** What they are called. */
export const filterNames = {
  status: 'columns.status',
  source: 'columns.source',
  assigned: 'columns.assignedTo',
  tag: 'columns.tags',
  response: 'columns.response',
  date: 'columns.date',
} as const satisfies Record<(typeof listFilters)[number], string>
export type ListFilter = (typeof listFilters)[number]

export type FilterProps = {
  businessId: string
  search: LeadsSearch
  /** Resolved once the address says so. */
  onChange: (changes: Record<string, unknown>) => Promise<void>
}
