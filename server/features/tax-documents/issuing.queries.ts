import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { DocumentKind } from '#contract/tax-documents/tax-documents.ts'
import type { Db } from '../../platform/db/db.ts'
import type { DocumentContent } from './document-input.ts'
import type { DealerKind } from './tax.rules.ts'

/** All run as the worker's role. */

export type Entity = {
  id: string
  number: string
  name: string
  dealerKind: DealerKind
  address: string
  phone: string
  email: string
}
export const findCurrentEntity = (db: Db): Promise<Entity | undefined> =>
  db
    .selectFrom('legal_entities')
    .select(['id', 'number', 'name', 'dealer_kind as dealerKind', 'address', 'phone', 'email'])
    .$narrowType<{ dealerKind: DealerKind }>()
    .where('is_current', '=', true)
    .executeTakeFirst()

type Series = { entityId: string; kind: DocumentKind }
/** Locks the series until the transaction ends, so that a number is taken only with its document. */
export async function lockSeries(tx: Db, { entityId, kind }: Series) {
  await tx
    .insertInto('tax_document_series')
    .values({ entity_id: entityId, kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { rows } = await sql<{ lastNumber: number; lastOn: string | null }>`
    select last_number as "lastNumber", last_on::text as "lastOn" from tax_document_series
    where entity_id = ${entityId} and kind = ${kind} for update`.execute(tx)
  return rows[0] as { lastNumber: number; lastOn: string | null }
}

export const updateSeries = (tx: Db, { entityId, kind }: Series, last: { number: number; on: string }) =>
  tx
    .updateTable('tax_document_series')
    .set({ last_number: last.number, last_on: last.on })
    .where('entity_id', '=', entityId)
    .where('kind', '=', kind)
    .execute()

export type Issued = {
  id: string
  businessId: string
  kind: DocumentKind
  number: number
  issuedOn: string
  language: Language
  content: DocumentContent
  periodFrom: string | null
  periodTo: string | null
  net: number
  vatRate: number | null
  vat: number
  total: number
  zeroRateReason: string
  needsAllocation: boolean
}
const issued = sql`id, business_id as "businessId", kind, number, issued_on::text as "issuedOn", language, content,
  period_from::text as "periodFrom", period_to::text as "periodTo", net, vat_rate as "vatRate", vat, total,
  zero_rate_reason as "zeroRateReason", needs_allocation as "needsAllocation"`

export async function findIssued(db: Db, businessId: string, id: string) {
  const { rows } = await sql<Issued & { entityId: string }>`select ${issued}, entity_id as "entityId"
    from tax_documents where business_id = ${businessId} and id = ${id}`.execute(db)
  return rows[0]
}

/** The document of an idempotency key, with the hash of its request. */
export async function findByKey(db: Db, { entityId, kind, key }: Series & { key: string }) {
  const { rows } = await sql<Issued & { hash: Buffer }>`select ${issued}, request_hash as hash from tax_documents
    where entity_id = ${entityId} and kind = ${kind} and idempotency_key = ${key}`.execute(db)
  return rows[0]
}

/** Net and VAT of all credits of a document. */
export async function sumCredits(db: Db, businessId: string, id: string) {
  const { rows } = await sql<{ net: number; vat: number }>`
    select coalesce(sum(net), 0)::bigint as net, coalesce(sum(vat), 0)::bigint as vat from tax_documents
    where business_id = ${businessId} and about_id = ${id} and kind = '330'`.execute(db)
  return rows[0] as { net: number; vat: number }
}

type Stored = Issued & { entityId: string; aboutId: string | null; key: string; hash: Buffer; at: Date }
export const insertDocument = (tx: Db, document: Stored) =>
  tx
    .insertInto('tax_documents')
    .values({
      business_id: document.businessId,
      id: document.id,
      entity_id: document.entityId,
      kind: document.kind,
      number: document.number,
      issued_on: document.issuedOn,
      issued_at: document.at.toISOString(),
      language: document.language,
      content: JSON.stringify(document.content),
      period_from: document.periodFrom,
      period_to: document.periodTo,
      net: document.net,
      vat_rate: document.vatRate,
      vat: document.vat,
      total: document.total,
      zero_rate_reason: document.zeroRateReason,
      needs_allocation: document.needsAllocation,
      about_id: document.aboutId,
      idempotency_key: document.key,
      request_hash: document.hash,
    })
    .execute()

/** The operator's mark of a foreign business, with its reason; empty: none. */
export async function findZeroRateReason(db: Db, businessId: string): Promise<string> {
  const row = await db
    .selectFrom('tax_customers')
    .select('zero_rate_reason as reason')
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return row?.reason ?? ''
}
