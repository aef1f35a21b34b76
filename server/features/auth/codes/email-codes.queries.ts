import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

/** Key of a code: the address and the requesting network, both as keyed hashes. */
export type CodeKey = { address: Buffer; network: Buffer }

/** Whether a code of this key was mailed after that moment. */
export async function wasMailedSince(db: Db, { address, network }: CodeKey, since: Date): Promise<boolean> {
  const mailed = await db
    .selectFrom('email_codes')
    .select('sent_at')
    .where('address', '=', address)
    .where('network', '=', network)
    .where('sent_at', '>', since.toISOString())
    .executeTakeFirst()
  return mailed !== undefined
}

type NewCode = CodeKey & { codeHash: Buffer; now: Date; expiresAt: Date; resendBefore: Date }
/** Replaces the code of this key and resets its tries. False if one was stored after `resendBefore`. */
export async function upsertEmailCode(tx: Db, { codeHash, now, expiresAt, resendBefore, ...key }: NewCode) {
  const sent = { code_hash: codeHash, tries: 0, sent_at: now.toISOString(), expires_at: expiresAt.toISOString() }
  const written = await tx
    .insertInto('email_codes')
    .values({ ...key, ...sent })
    .onConflict((conflict) =>
      conflict
        .columns(['address', 'network'])
        .doUpdateSet(sent)
        .where('email_codes.sent_at', '<=', resendBefore.toISOString()),
    )
    .returning('sent_at')
    .executeTakeFirst()
  return written !== undefined
}

/** Counts a try at the code of this key and returns the code with its tries; undefined if no valid code exists. */
export const takeEmailCodeTry = (db: Db, { address, network }: CodeKey, now: Date) =>
  db
    .updateTable('email_codes')
    .set({ tries: sql`tries + 1` })
    .where('address', '=', address)
    .where('network', '=', network)
    .where('expires_at', '>', now.toISOString())
    .returning(['code_hash as codeHash', 'tries'])
    .executeTakeFirst()

/** The newest valid code of the address, from any network. */
export const findNewestEmailCode = (db: Db, address: Buffer, { tries, now }: { tries: number; now: Date }) =>
  db
    .selectFrom('email_codes')
    .select('code_hash as codeHash')
    .where('address', '=', address)
    .where('tries', '<', tries)
    .where('expires_at', '>', now.toISOString())
    .orderBy('sent_at', 'desc')
    .executeTakeFirst()

/** Consumes the code and deletes all others of the address. False if it was consumed meanwhile. */
export async function deleteEmailCodes(tx: Db, { address, codeHash }: { address: Buffer; codeHash: Buffer }) {
  const deleted = await tx
    .deleteFrom('email_codes')
    .where('address', '=', address)
    .returning('code_hash as codeHash')
    .execute()
  return deleted.some((one) => one.codeHash.equals(codeHash))
}
