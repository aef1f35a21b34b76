import type { Db } from '../../platform/db/db.ts'
import { addClicks, type Clicks, type FoundLink } from './links.queries.ts'

const FLUSH_MS = 5_000

/** Counts clicks in memory and writes them every few seconds, so that no visitor waits. */
export function openLinkClicks(workerDb: Db, onError: (error: unknown) => void) {
  let counted = new Map<string, Clicks>()
  const add = ({ business_id, id }: Pick<FoundLink, 'business_id' | 'id'>, clicks: number) => {
    const known = counted.get(id)
    counted.set(id, { business_id, id, clicks: (known?.clicks ?? 0) + clicks })
  }
  async function flush() {
    const flushed = [...counted.values()]
    counted = new Map()
    if (flushed.length === 0) return
    try {
      await addClicks(workerDb, flushed)
    } catch (error) {
      onError(error)
      // Retried with the next flush.
      for (const link of flushed) add(link, link.clicks)
    }
  }
  const timer = setInterval(flush, FLUSH_MS).unref()
  return {
    note: (link: FoundLink) => add(link, 1),
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
