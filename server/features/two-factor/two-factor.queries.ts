import type { Db } from '../../platform/db/db.ts'

/** The secret of a person, confirmed or not. */
export const findTwoFactor = (db: Db, userId: string) =>
  db
    .selectFrom('two_factor')
    .select(['secret', 'confirmed_at as confirmedAt', 'last_step as lastStep'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Stores an unconfirmed secret, replacing an earlier unconfirmed one. Returns false if two-factor is already on. */
export async function upsertWaitingSecret(db: Db, userId: string, secret: Buffer): Promise<boolean> {
  const written = await db
    .insertInto('two_factor')
    .values({ user_id: userId, secret })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret, last_step: 0 }).where('two_factor.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return written !== undefined
}

/** Consumes a TOTP time step. Returns false if it was already used. */
export async function takeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Turns two-factor on with this secret. Returns false if two-factor is already on, or if another secret replaced this
 * one.
 */
export async function confirmSecret(db: Db, userId: string, { secret, now }: { secret: Buffer; now: Date }) {
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ confirmed_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteTwoFactor(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await db.deleteFrom('two_factor').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return left
}

export async function replaceRecoveryCodes(tx: Db, userId: string, hashes: Buffer[]) {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** Consumes the code. Of two concurrent requests, only one gets true. */
export async function deleteRecoveryCode(db: Db, userId: string, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Sets the requirement of the business for its members; returns whether it changed. */
export async function updateTwoFactorRequirement(db: Db, businessId: string, isRequired: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('businesses')
    .set({ requires_two_factor: isRequired })
    .where('business_id', '=', businessId)
    .where('requires_two_factor', '!=', isRequired)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
