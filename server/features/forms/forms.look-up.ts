import type { Db } from '../../platform/db/db.ts'
import { remembered } from '../access/remembered.ts'
import { findFormByKey } from './forms.queries.ts'

/** As 18 random bytes are written. */
const KEY = /^[\w-]{24}$/

export type Forms = ReturnType<typeof openForms>

/** Forms by the key of their address, remembered for two seconds: a flood of posts is one question. */
export function openForms(pool: Db) {
  const find = remembered((key: string) => findFormByKey(pool, key))
  return {
    find: async (key: string) => (KEY.test(key) ? find(key) : undefined),
    /** After a change in this process. */
    forget: find.forget,
  }
}
