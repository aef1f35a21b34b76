import { cached } from '../../platform/cached.ts'
import type { Db } from '../../platform/db/db.ts'
import { findFormByKey } from './forms.queries.ts'

/** 18 random bytes, base64url. */
const KEY = /^[\w-]{24}$/

export type Forms = ReturnType<typeof openForms>

/** Forms by the key of their address, cached for two seconds: a flood of posts is one query. */
export function openForms(pool: Db) {
  const find = cached((key: string) => findFormByKey(pool, key))
  return {
    find: async (key: string) => (KEY.test(key) ? find(key) : undefined),
    /** Invalidates the cache after a change in this process. */
    invalidate: find.invalidate,
  }
}
