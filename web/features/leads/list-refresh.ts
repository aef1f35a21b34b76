import type { Query, QueryClient } from '@tanstack/react-query'
import { leadKeys } from './lead-keys.ts'

/** At most one request per list in this time. */
export const REFRESH_MS = 1_000

/**
 * Lists are not refetched on invalidation, because rows would move under the pointer. The list on the screen is notified
 * and decides what to show (see list/use-live-list.ts); other lists are marked as stale.
 */
const listeners = new Set<() => void>()

export function onListsInvalidated(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const isList = ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey[0] === 'leads' && queryKey[2] === 'list'

/** After missed events everything may be stale. The list on the screen gets `resync` itself. */
export const invalidateEverything = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ predicate: (query) => !isList(query) }),
    client.invalidateQueries({ predicate: isList, refetchType: 'none' }),
  ])

export async function invalidateLists(client: QueryClient, businessId: string) {
  await client.invalidateQueries({ queryKey: leadKeys.lists(businessId), refetchType: 'none' })
  for (const listener of listeners) listener()
}
