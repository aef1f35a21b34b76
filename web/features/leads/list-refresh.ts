import type { QueryClient } from '@tanstack/react-query'
import { leadKeys } from './lead-keys.ts'

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

export async function listsChanged(client: QueryClient, businessId: string) {
  await client.invalidateQueries({ queryKey: leadKeys.lists(businessId), refetchType: 'none' })
  for (const listener of listeners) listener()
}
