import { sql } from 'kysely'
import type { TaxCustomer } from '#contract/tax-documents/tax-documents.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

type StoredCustomer = TaxCustomer & { businessEmail: string | null; businessNumber: string; businessAddress: string }
/** What a business says of itself for documents, beside its settings. */
export async function findCustomer(db: Db, businessId: string): Promise<StoredCustomer> {
  const [row] = await rowsOf<StoredCustomer>(
    db,
    sql`select coalesce(c.name, '') as name, coalesce(c.number, '') as number, coalesce(c.address, '') as address, c.email,
        c.accountant_email as "accountantEmail", coalesce(c.zero_rate_reason, '') as "zeroRateReason",
        b.name as "businessName", b.email as "businessEmail", coalesce(b.company_number, '') as "businessNumber",
        concat_ws(', ', nullif(b.street, ''), nullif(b.city, '')) as "businessAddress"
      from businesses b left join tax_customers c using (business_id) where b.business_id = ${businessId}`,
  )
  if (row) return row
  // Documents outlive an erased business.
  const none = { name: '', number: '', address: '', email: null, accountantEmail: null, zeroRateReason: '' }
  return { ...none, businessName: '', businessEmail: null, businessNumber: '', businessAddress: '' }
}

type Changed = Pick<TaxCustomer, 'name' | 'number' | 'address' | 'email' | 'accountantEmail'>
export async function upsertCustomer(db: Db, businessId: string, { accountantEmail, ...rest }: Changed) {
  const values = { ...rest, accountant_email: accountantEmail }
  await db
    .insertInto('tax_customers')
    .values({ business_id: businessId, ...values })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(values))
    .execute()
}

/** The operator's mark of a foreign business; empty: none. Runs as the worker's role. */
export const upsertZeroRate = (workerDb: Db, businessId: string, reason: string) =>
  workerDb
    .insertInto('tax_customers')
    .values({ business_id: businessId, zero_rate_reason: reason })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet({ zero_rate_reason: reason }))
    .execute()
