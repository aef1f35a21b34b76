import type { Caches } from '../../platform/caches.ts'
import type { Db } from '../../platform/db/db.ts'
import { findFormByKey } from './forms.queries.ts'

/** 18 random bytes, base64url. */
const KEY = /^[\w-]{24}$/

const ENDED_BY = ['form.changed', 'form.deleted', 'campaign.deleted', 'business.closed', 'business.reopened'] as const

declare module '../../deps.ts' {
  interface OpenedByFeatures {
    /** Forms by the key in their address. */
    forms: ReturnType<typeof openForms>
  }
}

/** Forms by the key of their address, cached for two seconds: a flood of posts is one query. */
export function openForms(pool: Db, caches: Caches) {
  const find = caches.cached(ENDED_BY, (key: string) => findFormByKey(pool, key))
  return { find: async (key: string) => (KEY.test(key) ? find(key) : undefined) }
}
