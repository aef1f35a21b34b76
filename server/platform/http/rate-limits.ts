import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { AppError } from './errors.ts'

export type Limit = {
  /** Hits allowed within the window. */
  max: number
  seconds: number
  /** Each allowed hit restarts the window, so that the wait after the last one is a whole window. */
  renews?: boolean
}

/** The counter's key, hashed, so that addresses and names are not stored in clear. */
export const counterOf = (what: string, ...parts: string[]) =>
  `${what}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`

/** The owner of an IPv6 address owns its whole /64. */
export const networkOf = (ip: string) => (isIPv6(ip) && !ip.includes('.') ? prefixOf(ip) : ip)

function prefixOf(ip: string): string {
  const [start = '', end = ''] = ip.toLowerCase().split('::')
  const groups = start.split(':').filter(Boolean)
  const zeros = 8 - groups.length - end.split(':').filter(Boolean).length
  return [...groups, ...Array.from({ length: ip.includes('::') ? zeros : 0 }, () => '0')].slice(0, 4).join(':')
}

/**
 * Counts one hit across all processes, serially. Returns the seconds to wait; 0: the hit is allowed.
 */
export async function hit(db: Db, key: string, { max, seconds, renews = false }: Limit, now: Date): Promise<number> {
  const end = new Date(now.getTime() + seconds * 1_000).toISOString()
  const isOver = sql`a.until <= ${now.toISOString()}`
  const { rows } = await sql<{ count: number; until: string }>`
    insert into attempts as a (key, count, until) values (${key}, 1, ${end})
    on conflict (key) do update set
      count = case when ${isOver} then 1 else a.count + 1 end,
      until = case when ${isOver} or (${renews} and a.count < ${max}) then excluded.until else a.until end
    returning count, until`.execute(db)
  const [counted] = rows
  if (!counted || counted.count <= max) return 0
  return Math.max(1, Math.ceil((Date.parse(counted.until) - now.getTime()) / 1_000))
}

/** Counts a hit as `hit` does, and throws 429 with Retry-After if it is not allowed. */
export async function limitTo(db: Db, key: string, limit: Limit, now: Date) {
  const retryAfter = await hit(db, key, limit, now)
  if (retryAfter) throw new AppError('too_many_requests', { retryAfter })
}

/** Takes one hit back, after a success. */
export const takeBack = (db: Db, key: string) =>
  db.updateTable('attempts').set({ count: sql`greatest(count - 1, 0)` }).where('key', '=', key).execute()

export const forgetHits = (db: Db, key: string) => db.deleteFrom('attempts').where('key', '=', key).execute()

const MINUTE_MS = 60_000

/** Limits hits per minute and network, counted in this process; each minute begins with an empty table. */
export function openAddressLimit(max: number, now: () => Date) {
  let minute = 0
  const counts = new Map<string, number>()
  return (ip: string): boolean => {
    const current = Math.floor(now().getTime() / MINUTE_MS)
    if (current !== minute) counts.clear()
    minute = current
    const network = networkOf(ip)
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    return count <= max
  }
}
