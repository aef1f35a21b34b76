import type { Db } from '../../platform/db/db.ts'
import { touchApiKeys } from './access.queries.ts'

const FLUSH_MS = 5_000

/** Times of last use of keys, collected in memory and written every five seconds, so that no request waits. */
export function openKeyUses(workerDb: Db, onError: (error: unknown) => void) {
  const uses = new Map<string, string>()
  const flush = async () => {
    const flushed = [...uses].map(([id, at]) => ({ id, at }))
    uses.clear()
    if (flushed.length) await touchApiKeys(workerDb, flushed).catch(onError)
  }
  const timer = setInterval(flush, FLUSH_MS).unref()
  return {
    note: (keyId: string, at: Date) => void uses.set(keyId, at.toISOString()),
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
