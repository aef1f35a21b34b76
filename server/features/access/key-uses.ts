import type { Db } from '../../platform/db/db.ts'
import { touchApiKeys } from './access.queries.ts'

const FLUSH_MS = 5_000

/** When keys were last used: noted here and written every few seconds, so that no request waits for it. */
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
