import type { QueryKey } from '@tanstack/react-query'
import { isOfLeads, isSession } from './kept-keys.ts'
import type { Kept } from './kept-store.ts'

type Roles = { businesses?: { businessId: string; role: string }[]; campaigns?: { _id: string; role: string }[] }

/** What decides about rights: the businesses with the role in each, and the campaigns with theirs. */
function rightsIn(key: QueryKey, data: unknown): string | undefined {
  const { businesses, campaigns } = data as Roles
  if (isSession(key)) return JSON.stringify(businesses?.map(({ businessId, role }) => [businessId, role]))
  const isNames = key[0] === 'campaigns' && key[2] === 'names'
  return isNames ? JSON.stringify(campaigns?.map(({ _id, role }) => [_id, role])) : undefined
}

/** Kept rows of leads of a business in which this reply says that the person's rights changed, or of all businesses. */
export function takenAway(rows: readonly Kept[], { hash, key, data }: Kept): string[] {
  const before = rows.find((row) => row.hash === hash)
  const rights = rightsIn(key, data)
  if (!before || rights === undefined || rightsIn(key, before.data) === rights) return []
  return rows.filter((row) => isOfLeads(row.key) && (isSession(key) || row.key[1] === key[1])).map((row) => row.hash)
}
