import type { Db } from '../../platform/db/db.ts'
import { writeBehind } from '../../platform/write-behind.ts'
import { touchApiKeys } from './access.queries.ts'

type Use = { id: string; at: string }

/** Times of last use of keys, written every five seconds. */
export function openKeyUses(workerDb: Db, onError: (error: unknown) => void) {
  const uses = writeBehind<Use>({ everyMs: 5_000, write: (values) => touchApiKeys(workerDb, values), onError })
  return { note: (id: string, at: Date) => uses.note(id, { id, at: at.toISOString() }), stop: uses.stop }
}
