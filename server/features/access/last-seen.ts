import type { Db } from '../../platform/db/db.ts'
import { touchMembers } from './access.queries.ts'

const FLUSH_MS = 5_000
/** Precision of a member's last-seen time; it is written at most this often. */
export const SEEN_MS = 5 * 60_000

type Seen = { userId: string; businessId: string; at: string }

/** Last-seen times of members, collected in memory and written every five seconds, so that no request waits. */
export function openLastSeen(workerDb: Db, onError: (error: unknown) => void) {
  const noted = new Map<string, number>()
  let waiting: Seen[] = []
  const flush = async () => {
    const flushed = waiting
    waiting = []
    if (flushed.length) await touchMembers(workerDb, flushed).catch(onError)
  }
  const timer = setInterval(flush, FLUSH_MS).unref()
  const forgetting = setInterval(() => noted.clear(), SEEN_MS).unref()
  return {
    note({ userId, businessId }: Omit<Seen, 'at'>, now: Date) {
      const key = `${businessId} ${userId}`
      const time = now.getTime()
      if (time - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < SEEN_MS) return
      noted.set(key, time)
      waiting.push({ userId, businessId, at: now.toISOString() })
    },
    flush,
    async stop() {
      clearInterval(timer)
      clearInterval(forgetting)
      await flush()
    },
  }
}
