import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '../http/errors.ts'
import type { Db } from './db.ts'

/** A request that its sender marked with `Idempotency-Key`. Without a key there is nothing to remember. */
type Marked = { businessId: string; authorId: string; key: string | undefined; body: unknown }

/**
 * Does `work` once per author and key: the same key and body get the first answer again, another body is refused, and
 * so is one that comes while the first is still at work. The answer is kept by the transaction that did the work.
 */
export async function once<T>(tx: Db, { businessId, authorId, key, body }: Marked, work: () => Promise<T>): Promise<T> {
  if (key === undefined) return work()
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest()
  const lock = `once ${businessId} ${authorId} ${key}`
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) as "isFree"`.execute(tx)
  if (!rows[0]?.isFree) throw new AppError('request_running', { retryAfter: 1 })
  // A statement of its own: what the holder of the lock stored before is seen only after the lock.
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash as bodyHash', 'reply'])
    .where('business_id', '=', businessId)
    .where('author_id', '=', authorId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (earlier && !bodyHash.equals(earlier.bodyHash)) throw new AppError('idempotency_key_reused')
  if (earlier) return earlier.reply as T
  const reply = await work()
  await tx
    .insertInto('idempotency_keys')
    .values({
      business_id: businessId,
      author_id: authorId,
      key,
      body_hash: bodyHash,
      reply: JSON.stringify(reply),
    })
    .execute()
  return reply
}
