import type { ApiKey, ChangedApiKey, NewApiKey } from '#contract/auth/api-keys.ts'
import type { Db } from '../../platform/db/db.ts'

const apiKeys = (db: Db, businessId: string) =>
  db
    .selectFrom('api_keys as k')
    .leftJoin('users as u', 'u.id', 'k.created_by')
    .select([
      'k.id as _id',
      'k.name',
      'k.hint',
      'k.scopes',
      'k.campaign_ids as campaignIds',
      'k.rate_per_minute as ratePerMinute',
      'k.is_active as isActive',
      'k.allowed_addresses as allowedAddresses',
      'k.expires_at as expiresAt',
      'k.old_hash_until as oldKeyUntil',
      'k.created_at as createdAt',
      'u.name as createdBy',
      'k.last_used_at as lastUsedAt',
    ])
    .$narrowType<Pick<ApiKey, 'scopes'>>()
    .where('k.business_id', '=', businessId)

export const listApiKeys = (db: Db, businessId: string) =>
  apiKeys(db, businessId).orderBy('k.created_at', 'desc').orderBy('k.id', 'desc').execute()

export const findApiKey = (db: Db, businessId: string, id: string) =>
  apiKeys(db, businessId).where('k.id', '=', id).executeTakeFirst()

type New = Omit<NewApiKey, 'campaignIds'> & {
  id: string
  hint: string
  hash: Buffer
  campaignIds: string[] | null
  createdBy: string
}
export const insertApiKey = (db: Db, businessId: string, wanted: New) =>
  db
    .insertInto('api_keys')
    .values({
      business_id: businessId,
      id: wanted.id,
      name: wanted.name,
      hint: wanted.hint,
      hash: wanted.hash,
      scopes: wanted.scopes,
      campaign_ids: wanted.campaignIds,
      rate_per_minute: wanted.ratePerMinute,
      allowed_addresses: wanted.allowedAddresses,
      expires_at: wanted.expiresAt,
      created_by: wanted.createdBy,
    })
    .execute()

export const updateApiKey = (db: Db, businessId: string, { id, ...wanted }: ChangedApiKey & { id: string }) =>
  db
    .updateTable('api_keys')
    .set({
      ...(wanted.name !== undefined && { name: wanted.name }),
      ...(wanted.isActive !== undefined && { is_active: wanted.isActive }),
      ...(wanted.ratePerMinute !== undefined && { rate_per_minute: wanted.ratePerMinute }),
      ...(wanted.allowedAddresses !== undefined && { allowed_addresses: wanted.allowedAddresses }),
      ...(wanted.expiresAt !== undefined && { expires_at: wanted.expiresAt }),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

type Replaced = { id: string; hash: Buffer; hint: string; oldUntil: Date }
/** The present key becomes the old one. */
export const replaceHash = (db: Db, businessId: string, { id, hash, hint, oldUntil }: Replaced) =>
  db
    .updateTable('api_keys')
    .set((eb) => ({ old_hash: eb.ref('hash'), old_hash_until: oldUntil.toISOString(), hash, hint }))
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** Returns whether the key existed. */
export async function deleteApiKey(db: Db, businessId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('api_keys')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
