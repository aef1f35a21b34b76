import type { Db } from '../../platform/db/db.ts'

/** All run as the worker's role. */

export type StoredEntity = {
  id: string
  number: string
  name: string
  dealerKind: string
  address: string
  phone: string
  email: string
  logo: Buffer | null
  certificate: Buffer
  certificateUntil: Date
}
const columns = [
  'id',
  'number',
  'name',
  'dealer_kind as dealerKind',
  'address',
  'phone',
  'email',
  'logo',
  'certificate',
  'certificate_until as certificateUntil',
] as const

export const findEntityOf = (db: Db, businessId: string, documentId: string) =>
  db
    .selectFrom('legal_entities')
    .select(['id', 'name', 'logo', 'certificate'])
    .where('id', '=', (eb) =>
      eb
        .selectFrom('tax_documents')
        .select('entity_id')
        .where('business_id', '=', businessId)
        .where('id', '=', documentId),
    )
    .executeTakeFirstOrThrow()

export const findEntityByNumber = (db: Db, number: string) =>
  db.selectFrom('legal_entities').select(columns).where('number', '=', number).executeTakeFirst()

export const findCurrentId = (db: Db) =>
  db.selectFrom('legal_entities').select('id').where('is_current', '=', true).executeTakeFirst()

/** Stores the entity and makes it the current one. */
export async function upsertCurrent(tx: Db, entity: StoredEntity) {
  const { id, number, dealerKind, certificateUntil, ...rest } = entity
  await tx.updateTable('legal_entities').set({ is_current: false }).where('is_current', '=', true).execute()
  const values = {
    ...rest,
    dealer_kind: dealerKind,
    certificate_until: certificateUntil.toISOString(),
    is_current: true,
  }
  await tx
    .insertInto('legal_entities')
    .values({ id, number, ...values })
    .onConflict((conflict) => conflict.column('number').doUpdateSet(values))
    .execute()
}
