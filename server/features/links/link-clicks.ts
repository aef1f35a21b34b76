import type { Db } from '../../platform/db/db.ts'
import { writeBehind } from '../../platform/write-behind.ts'
import { addClicks, type Clicks, type FoundLink } from './links.queries.ts'

/** Counts clicks in memory and writes them every five seconds. */
export function openLinkClicks(workerDb: Db, onError: (error: unknown) => void) {
  const counted = writeBehind<Clicks>({
    everyMs: 5_000,
    write: (links) => addClicks(workerDb, links),
    merge: (earlier, later) => ({ ...earlier, clicks: earlier.clicks + later.clicks }),
    keepFailed: true,
    onError,
  })
  return {
    note: ({ business_id, id }: FoundLink) => counted.note(id, { business_id, id, clicks: 1 }),
    flush: counted.flush,
    stop: counted.stop,
  }
}
