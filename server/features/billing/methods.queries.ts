import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'

export type Method = {
  id: string
  kind: 'card' | 'bank'
  state: 'waiting' | 'approved' | 'refused' | 'removed'
  setupRef: string
  token: Buffer | null
  brand: string
  last4: string
  expiresMonth: string | null
  bank: string
  branch: string
  isDefault: boolean
}
const columns = sql`id, kind, state, setup_ref as "setupRef", token, brand, last4, expires_month::text as "expiresMonth",
  bank, branch, is_default as "isDefault"`

/** Without cards whose page was not finished. */
export const listMethods = (db: Db, businessId: string) =>
  rowsOf<Method>(
    db,
    sql`select ${columns} from billing_methods where business_id = ${businessId}
      and (state in ('approved') or (kind = 'bank' and state in ('waiting', 'refused')))
      order by is_default desc, created_at desc`,
  )

export async function findMethod(db: Db, businessId: string, id: string) {
  const [method] = await rowsOf<Method>(
    db,
    sql`select ${columns} from billing_methods where business_id = ${businessId} and id = ${id} and state <> 'removed'`,
  )
  return method
}

/** By the worker's role: whose set-up the payment house names. */
export async function findByRef(workerDb: Db, ref: string) {
  const [row] = await rowsOf<{ businessId: string; id: string }>(
    workerDb,
    sql`select business_id as "businessId", id from billing_methods where setup_ref = ${ref}`,
  )
  return row
}

export async function findDefault(db: Db, businessId: string) {
  const [method] = await rowsOf<Method>(
    db,
    sql`select ${columns} from billing_methods
      where business_id = ${businessId} and is_default and state = 'approved'`,
  )
  return method
}

type NewMethod = Pick<Method, 'id' | 'kind' | 'setupRef' | 'last4' | 'bank' | 'branch'> & { at: Date }
export const insertMethod = (tx: Db, businessId: string, { id, kind, setupRef, last4, bank, branch, at }: NewMethod) =>
  tx
    .insertInto('billing_methods')
    .values({
      ...{ business_id: businessId, id, kind, state: 'waiting', setup_ref: setupRef, last4, bank, branch },
      created_at: at.toISOString(),
    })
    .execute()

type Changes = Partial<Pick<Method, 'state' | 'token' | 'brand' | 'last4' | 'expiresMonth' | 'isDefault'>>
export async function updateMethod(tx: Db, businessId: string, id: string, changes: Changes) {
  const { state, token, brand, last4, expiresMonth, isDefault } = changes
  await tx
    .updateTable('billing_methods')
    .set({ state, token, brand, last4, expires_month: expiresMonth, is_default: isDefault })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
}

export const clearDefault = (tx: Db, businessId: string) =>
  tx
    .updateTable('billing_methods')
    .set({ is_default: false })
    .where('business_id', '=', businessId)
    .where('is_default', '=', true)
    .execute()
