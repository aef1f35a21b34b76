import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Each secret by its name, sealed and in base64. */
type Sealed = Record<string, string>
/** A row of `connections`; secrets are sealed. */
export type StoredConnection = {
  id: string
  businessId: string
  provider: string
  account: string
  settings: unknown
  secrets: Sealed
  previousSecret: string | null
  /** When the previous secret was replaced. */
  rotatedAt: string | null
  state: 'active' | 'failing'
  error: string | null
}
/** Across businesses, because a hook's address says which: through a `security definer` function. */
export async function findConnectionById(db: Db, id: string) {
  const { rows } = await sql<StoredConnection>`
    select id, business_id as "businessId", provider, account, settings, secrets, previous_secret as "previousSecret",
      rotated_at as "rotatedAt", state, error
    from find_connection(${id}::uuid)`.execute(db)
  return rows[0]
}

export const findLiveConnection = (db: Db, businessId: string, provider: string) =>
  db
    .selectFrom('connections')
    .select(['id', 'account', 'secrets'])
    .$narrowType<{ secrets: Sealed }>()
    .where('business_id', '=', businessId)
    .where('provider', '=', provider)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** `error`: the provider's message if it refuses the secrets; null if it accepts them. */
export const updateState = (
  db: Db,
  businessId: string,
  { id, error, now }: { id: string; error: string | null; now: Date },
) =>
  db
    .updateTable('connections')
    .set({ state: error === null ? 'active' : 'failing', error, checked_at: now.toISOString() })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()

type NewConnection = {
  id: string
  provider: string
  account: string
  settings: object
  secrets: Sealed
  createdBy: string | null
}
/**
 * Inserts a connection. A business has at most one with each provider, and a WhatsApp number belongs to one business; returns
 * false if it exists already.
 */
export async function insertConnection(db: Db, businessId: string, wanted: NewConnection): Promise<boolean> {
  const { createdBy, settings, secrets, ...values } = wanted
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('connections')
    .values({
      ...values,
      business_id: businessId,
      settings: JSON.stringify(settings),
      secrets: JSON.stringify(secrets),
      created_by: createdBy,
      checked_at: sql`now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

type NewSecrets = {
  id: string
  settings: object
  secrets: Sealed
  /** The secret that signs hooks, if it changed. */
  previousSecret: string | undefined
  now: Date
}
/** Settings and secrets that are not given stay. */
export const updateSecrets = (db: Db, businessId: string, { id, settings, secrets, previousSecret, now }: NewSecrets) =>
  db
    .updateTable('connections')
    .set({
      ...(previousSecret && { previous_secret: previousSecret, rotated_at: now.toISOString() }),
      settings: sql`settings || ${JSON.stringify(settings)}::jsonb`,
      secrets: sql`secrets || ${JSON.stringify(secrets)}::jsonb`,
      state: 'active',
      error: null,
      checked_at: now.toISOString(),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** The row stays because others reference it; its secrets are deleted. */
export const deleteConnection = (db: Db, businessId: string, id: string) =>
  db
    .updateTable('connections')
    .set({ deleted_at: sql`now()`, settings: '{}', secrets: '{}', previous_secret: null, rotated_at: null })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
