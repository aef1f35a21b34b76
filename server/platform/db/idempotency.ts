import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '../http/errors.ts'
import type { Db } from './db.ts'

/** A request with an `Idempotency-Key`; without one, nothing is stored. */
type Marked = { businessId: string; authorId: string; key: string | undefined; body: unknown }

/**
 * Runs `work` once per author and key: the same key and body get the stored answer; another body is refused, and so is a
 * repeat while the first still runs. The answer is stored in the transaction of the work.
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
  // Must be a separate statement, because the row that the lock's previous holder stored is visible only to statements
  // that start after the lock was acquired.
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

/** The parts of a person's request in a business that idempotency needs. */
export type MarkedRequest = {
  db: Db
  caller: { businessId: string; userId: string }
  idempotencyKey: string | undefined
}
/** Runs `work` in a transaction, once per author and key. It returns what is stored: ids instead of texts. */
export const onceInTransaction = <T>(
  { db, caller, idempotencyKey }: MarkedRequest,
  body: unknown,
  work: (tx: Db) => Promise<T>,
): Promise<T> => {
  const marked = { businessId: caller.businessId, authorId: caller.userId, key: idempotencyKey, body }
  return db.transaction().execute((tx) => once(tx, marked, () => work(tx)))
}
