import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export type FoundConnection = {
  id: string
  business_id: string
  provider: 'twilio' | 'local'
  account_sid: string
  auth_token: Buffer
  previous_token: Buffer | null
  /** When the previous token was replaced. */
  rotated_at: string | null
  api_key_sid: string | null
  api_key_secret: Buffer | null
  state: 'active' | 'failing'
  error: string | null
}
/** Across businesses, because a hook's address says which: through a `security definer` function. */
export async function findConnectionById(db: Db, id: string) {
  const { rows } = await sql<FoundConnection>`select * from find_voice_connection(${id}::uuid)`.execute(db)
  return rows[0]
}

/** The business's account that new numbers are ordered with: its own before the exchange's. */
export const findLiveConnection = (db: Db, businessId: string) =>
  db
    .selectFrom('voice_connections as c')
    .select((eb) => [
      'c.id',
      'c.provider',
      'c.account_sid as accountSid',
      'c.api_key_sid as apiKeySid',
      'c.state',
      'c.error',
      'c.checked_at as checkedAt',
      eb
        .selectFrom('virtual_numbers as n')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('n.business_id', '=', businessId)
        .whereRef('n.connection_id', '=', 'c.id')
        .where('n.state', 'in', ['active', 'paused', 'releasing'])
        .as('numbers'),
    ])
    .$narrowType<{ provider: 'twilio' | 'local'; state: 'active' | 'failing' }>()
    .where('c.business_id', '=', businessId)
    .where('c.deleted_at', 'is', null)
    .orderBy('c.provider', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The business's accounts that have a number which rings, and the one that new numbers are ordered with. */
export async function listRingingConnections(db: Db, businessId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from voice_connections c
    where c.business_id = ${businessId} and c.deleted_at is null
      and (exists (select from virtual_numbers n where n.business_id = ${businessId} and n.connection_id = c.id
          and n.state in ('active', 'paused'))
        or not exists (select from voice_connections o where o.business_id = ${businessId} and o.deleted_at is null
          and o.provider > c.provider))
    order by c.provider desc`.execute(db)
  return rows.map(({ id }) => id)
}

/** `error`: the provider refuses the account's secrets, in its words; null: it takes them. */
export const updateState = (
  db: Db,
  businessId: string,
  { id, error, now }: { id: string; error: string | null; now: Date },
) =>
  db
    .updateTable('voice_connections')
    .set({ state: error === null ? 'active' : 'failing', error, checked_at: now.toISOString() })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()

type NewConnection = {
  id: string
  provider: 'twilio' | 'local'
  accountSid: string
  authToken: Buffer
  apiKeySid: string | null
  apiKeySecret: Buffer | null
  createdBy: string | null
}
/** One of each kind for a business; false if there is one already. */
export async function insertConnection(db: Db, businessId: string, wanted: NewConnection): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('voice_connections')
    .values({
      business_id: businessId,
      id: wanted.id,
      provider: wanted.provider,
      account_sid: wanted.accountSid,
      auth_token: wanted.authToken,
      api_key_sid: wanted.apiKeySid,
      api_key_secret: wanted.apiKeySecret,
      created_by: wanted.createdBy,
      checked_at: sql`now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

type NewSecrets = {
  id: string
  authToken: Buffer
  apiKeySid: string | null
  apiKeySecret: Buffer | null
  /** The token changed. */
  isRotated: boolean
  now: Date
}
/** Hooks signed with the previous token are accepted for a while: Twilio keeps two in force during a change. */
export const updateSecrets = (
  db: Db,
  businessId: string,
  { id, authToken, apiKeySid, apiKeySecret, isRotated, now }: NewSecrets,
) =>
  db
    .updateTable('voice_connections')
    .set({
      ...(isRotated && { previous_token: sql`auth_token`, rotated_at: now.toISOString() }),
      auth_token: authToken,
      ...(apiKeySid && { api_key_sid: apiKeySid, api_key_secret: apiKeySecret }),
      state: 'active',
      error: null,
      checked_at: now.toISOString(),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** The row stays because calls reference it; its secrets are deleted. */
export const deleteConnection = (db: Db, businessId: string, id: string) =>
  db
    .updateTable('voice_connections')
    .set({
      deleted_at: sql`now()`,
      auth_token: Buffer.alloc(0),
      previous_token: null,
      rotated_at: null,
      api_key_sid: null,
      api_key_secret: null,
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
