import type { DocumentKind } from '#contract/tax-documents/tax-documents.ts'
import type { Db } from '../../platform/db/db.ts'

/** A document that billing issued under a key. */
export const findDocument = (db: Db, businessId: string, key: string, kinds: DocumentKind[]) =>
  db
    .selectFrom('tax_documents')
    .select(['id', 'kind', 'number', 'total'])
    .where('business_id', '=', businessId)
    .where('idempotency_key', '=', key)
    .where('kind', 'in', kinds)
    .executeTakeFirst()

/** The kind of dealer that issues, and so whether VAT is charged. */
export const findDealerKind = async (db: Db) =>
  (await db.selectFrom('legal_entities').select('dealer_kind').where('is_current', '=', true).executeTakeFirst())
    ?.dealer_kind

/** Why VAT of a business is 0; empty: it is charged. */
export const findZeroRateReason = async (db: Db, businessId: string) =>
  (
    await db
      .selectFrom('tax_customers')
      .select('zero_rate_reason')
      .where('business_id', '=', businessId)
      .executeTakeFirst()
  )?.zero_rate_reason ?? ''
