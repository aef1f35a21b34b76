import { CACHE_MS, type Caches } from '../../platform/caches.ts'
import type { Db } from '../../platform/db/db.ts'
import { listNames, type Name } from './names.queries.ts'

/** Names by id; undefined if the id does not exist. */
export type Named = ReadonlyMap<string, Name | undefined>
export type Names = ReturnType<typeof openNames>

/**
 * Caches names of campaigns, statuses, virtual numbers and people for two seconds. The rows of lists repeat a few ids,
 * and a look-up for each row would cost as much as reading the rows (decision 29).
 */
export function openNames(caches: Caches) {
  let known = new Map<string, Map<string, Name | undefined>>()
  let since = 0

  function ofBusiness(businessId: string) {
    const names = known.get(businessId) ?? new Map<string, Name | undefined>()
    known.set(businessId, names)
    return names
  }

  /** Returns the names of at least these ids. If `clear` is called while a query runs, its result is not cached. */
  async function find(db: Db, businessId: string, ids: Iterable<string | null>): Promise<Named> {
    if (performance.now() - since > CACHE_MS) clear()
    const names = ofBusiness(businessId)
    const missing = new Set<string>()
    for (const id of ids) if (id !== null && !names.has(id)) missing.add(id)
    if (!missing.size) return names
    const found = await listNames(db, businessId, [...missing])
    for (const id of missing) names.set(id, undefined)
    for (const { id, ...name } of found) names.set(id, name)
    return names
  }

  function clear() {
    known = new Map()
    since = performance.now()
  }

  caches.onEvents(['campaign.changed', 'status.changed', 'number.changed', 'account.changed'], clear)
  return { find }
}
