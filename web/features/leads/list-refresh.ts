import type { Query, QueryClient } from '@tanstack/react-query'
import { leadKeys } from './lead-keys.ts'

/** At most one request in this time, however many events come in. */
export const REFRESH_MS = 1_000

/**
 * Lists are not fetched again by a plain invalidation: rows would move under the pointer. The list on the screen hears
 * that something changed and decides by itself what may be shown (see use-live-list.ts); others are marked as old.
 */
const listeners = new Set<() => void>()

export function onListsChanged(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const isList = ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey[0] === 'leads' && queryKey[2] === 'list'

/** After news were missed: everything may be old. The list on the screen hears of it, too (`resync`). */
export const anythingChanged = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ predicate: (query) => !isList(query) }),
    client.invalidateQueries({ predicate: isList, refetchType: 'none' }),
  ])

export async function listsChanged(client: QueryClient, businessId: string) {
  await client.invalidateQueries({ queryKey: leadKeys.lists(businessId), refetchType: 'none' })
  for (const listener of listeners) listener()
}
