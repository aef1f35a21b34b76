import type { Db } from '../../platform/db/db.ts'
import { writeBehind } from '../../platform/write-behind.ts'
import { touchMembers } from './access.queries.ts'

/** Precision of a member's last-seen time; it is written at most this often. */
export const SEEN_MS = 5 * 60_000

type Seen = { userId: string; businessId: string; at: string }

/** Last-seen times of members, written every five seconds. */
export function openLastSeen(workerDb: Db, onError: (error: unknown) => void) {
  const noted = new Map<string, number>()
  const seen = writeBehind<Seen>({ everyMs: 5_000, write: (values) => touchMembers(workerDb, values), onError })
  const clearing = setInterval(() => noted.clear(), SEEN_MS).unref()
  return {
    note({ userId, businessId }: Omit<Seen, 'at'>, now: Date) {
      const key = `${businessId} ${userId}`
      const time = now.getTime()
      if (time - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < SEEN_MS) return
      noted.set(key, time)
      seen.note(key, { userId, businessId, at: now.toISOString() })
    },
    flush: seen.flush,
    stop() {
      clearInterval(clearing)
      return seen.stop()
    },
  }
}
