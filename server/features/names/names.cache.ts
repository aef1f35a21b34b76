import { CACHE_MS } from '../../platform/cached.ts'
import type { Db } from '../../platform/db/db.ts'
import { listNames, type Name } from './names.queries.ts'

/** Names by the id of what bears them; undefined: nothing that there is. */
export type Named = ReadonlyMap<string, Name | undefined>
export type Names = ReturnType<typeof openNames>

/**
 * What campaigns, statuses, virtual numbers and people are called, cached for two seconds: rows of lists bear the ids
 * of a few of them again and again, and looking each one up for each row costs as much as the rows (decision 29).
 */
export function openNames() {
  let known = new Map<string, Map<string, Name | undefined>>()
  let since = 0

  function ofBusiness(businessId: string) {
    const names = known.get(businessId) ?? new Map<string, Name | undefined>()
    known.set(businessId, names)
    return names
  }

  /** At least the names of these ids. The answer of a query that is under way when `invalidate` is called is not cached. */
  async function find(db: Db, businessId: string, ids: Iterable<string | null>): Promise<Named> {
    if (performance.now() - since > CACHE_MS) invalidate()
    const names = ofBusiness(businessId)
    const missing = new Set<string>()
    for (const id of ids) if (id !== null && !names.has(id)) missing.add(id)
    if (!missing.size) return names
    const found = await listNames(db, businessId, [...missing])
    for (const id of missing) names.set(id, undefined)
    for (const { id, ...name } of found) names.set(id, name)
    return names
  }

  /** After a change in this process. */
  function invalidate() {
    known = new Map()
    since = performance.now()
  }

  return { find, invalidate }
}
