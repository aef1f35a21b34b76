import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type {
  AllocationState,
  DocumentFilters,
  DocumentState,
  TaxDocument,
} from '#contract/tax-documents/tax-documents.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { Issued } from './issuing.queries.ts'

/** A document is closed, credited or paid by the documents about it; a receipt and its invoice in one is paid. */
const state = sql<DocumentState>`case d.kind
  when '330' then 'closed' when '400' then 'paid' when '300' then case when a.followed then 'closed' else 'open' end
  else case when a.credited >= d.total then 'credited' when d.kind = '320' or a.received >= d.total - a.credited then 'paid'
    else 'open' end end`

const allocation = sql<AllocationState>`case when not d.needs_allocation then 'not_needed' when l.document_id is null then 'needed'
  when l.number is null then 'without' else 'given' end`

const documents = sql`from tax_documents d
  left join tax_document_allocations l on l.business_id = d.business_id and l.document_id = d.id
  cross join lateral (select coalesce(sum(o.total) filter (where o.kind = '330'), 0) as credited,
      coalesce(sum(o.total) filter (where o.kind = '400'), 0) as received, count(*) > 0 as followed
    from tax_documents o where o.business_id = d.business_id and o.about_id = d.id) a`

const matching = (businessId: string | null, { kind, state: wanted, from, to }: DocumentFilters) => sql`
  (${businessId}::uuid is null or d.business_id = ${businessId})
  and (${kind ?? null}::text is null or d.kind = ${kind ?? null})
  and (${from ?? null}::date is null or d.issued_on >= ${from ?? null})
  and (${to ?? null}::date is null or d.issued_on <= ${to ?? null})
  and (${wanted ?? null}::text is null or ${state} = ${wanted ?? null})`

export type ListedDocument = Issued & {
  aboutId: string | null
  state: DocumentState
  allocationState: AllocationState
  allocationNumber: string | null
}
const columns = sql`d.id, d.business_id as "businessId", d.kind, d.number, d.issued_on::text as "issuedOn", d.language,
  d.content, d.period_from::text as "periodFrom", d.period_to::text as "periodTo", d.net, d.vat_rate as "vatRate", d.vat,
  d.total, d.zero_rate_reason as "zeroRateReason", d.needs_allocation as "needsAllocation", d.about_id as "aboutId",
  ${state} as state, ${allocation} as "allocationState", l.number as "allocationNumber"`

type Window = { limit: number; offset: number }
/** Newest first. */
export const listDocuments = (db: Db, businessId: string, { limit, offset, ...filters }: DocumentFilters & Window) =>
  rowsOf<ListedDocument>(
    db,
    sql`select ${columns} ${documents} where ${matching(businessId, filters)}
      order by d.issued_on desc, d.id desc limit ${limit} offset ${offset}`,
  )

export async function countDocuments(db: Db, businessId: string, filters: DocumentFilters) {
  const [row] = await rowsOf<{ total: number }>(
    db,
    sql`select count(*) as total ${documents} where ${matching(businessId, filters)}`,
  )
  return row?.total ?? 0
}

export async function findDocument(db: Db, businessId: string, id: string): Promise<ListedDocument | undefined> {
  const [row] = await rowsOf<ListedDocument>(
    db,
    sql`select ${columns} ${documents} where d.business_id = ${businessId} and d.id = ${id}`,
  )
  return row
}

/** Documents of all businesses in the order of their series, for the operator's books. Runs as the worker's role. */
export const listBooks = (
  workerDb: Db,
  { after, limit, ...filters }: DocumentFilters & { after: Place; limit: number },
) =>
  rowsOf<ListedDocument>(
    workerDb,
    sql`select ${columns} ${documents} where ${matching(null, filters)} and ${isAfter(after)}
      order by d.kind, d.number, d.id limit ${limit}`,
  )
type Place = Pick<TaxDocument, 'kind' | 'number' | '_id'> | undefined
const isAfter = (place: Place): RawBuilder<unknown> =>
  place ? sql`(d.kind, d.number, d.id) > (${place.kind}, ${place.number}, ${place._id}::uuid)` : sql`true`

/** The document of this kind and number of the current entity. Runs as the worker's role. */
export async function findByNumber(workerDb: Db, { kind, number }: { kind: string; number: number }) {
  const [row] = await rowsOf<{ id: string; businessId: string }>(
    workerDb,
    sql`select d.id, d.business_id as "businessId" from tax_documents d join legal_entities e on e.id = d.entity_id
      where e.is_current and d.kind = ${kind} and d.number = ${number}`,
  )
  return row
}

type OfDocument = { businessId: string; documentId: string }
/** False if there is one. */
export async function insertAllocation(
  workerDb: Db,
  { businessId, documentId, number, at }: OfDocument & { number: string | null; at: Date },
) {
  const { numInsertedOrUpdatedRows } = await workerDb
    .insertInto('tax_document_allocations')
    .values({ business_id: businessId, document_id: documentId, number, given_at: at.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export type StoredPdf = { file: string; sha256: Buffer }
export const findPdf = (db: Db, { businessId, documentId, language }: OfDocument & { language: Language }) =>
  db
    .selectFrom('tax_document_files')
    .select(['file', 'sha256'])
    .where('business_id', '=', businessId)
    .where('document_id', '=', documentId)
    .where('language', '=', language)
    .executeTakeFirst()

/** Of two processes that make the PDF at once, the first one's is kept. */
export const insertPdf = (
  workerDb: Db,
  { businessId, documentId, language, file, sha256, at }: OfDocument & StoredPdf & { language: Language; at: Date },
) =>
  workerDb
    .insertInto('tax_document_files')
    .values({
      ...{ business_id: businessId, document_id: documentId, language },
      ...{ file, sha256, made_at: at.toISOString() },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
