import { sql } from 'kysely'
import type { InvoiceLine } from '#contract/billing/billing.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'

/** `receivable`: what the business owes; `house`: what its payment house holds for the operator; `bank`: transfers. */
export type LedgerAccount = 'receivable' | 'revenue' | 'vat' | 'house' | 'bank'
export type Posting = {
  kind: 'invoice' | 'payment' | 'refund' | 'credit'
  invoiceId: string
  paymentId?: string
  /** What is posted; a second posting of it does nothing. */
  cause: string
  at: Date
  note?: string
  /** Debits are positive; together they are 0. */
  entries: Partial<Record<LedgerAccount, number>>
}

/** Posts to the ledger; false if this was posted before. */
export async function insertPosting(tx: Db, businessId: string, posting: Posting): Promise<boolean> {
  const { kind, invoiceId, paymentId = null, cause, at, note = '', entries } = posting
  const id = newId()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('billing_postings')
    .values({
      ...{ business_id: businessId, id, kind, invoice_id: invoiceId, payment_id: paymentId, cause, note },
      posted_at: at.toISOString(),
    })
    .onConflict((conflict) => conflict.columns(['business_id', 'cause']).doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return false
  const rows = Object.entries(entries).filter(([, amount]) => amount !== 0)
  await tx
    .insertInto('billing_entries')
    .values(rows.map(([account, amount]) => ({ business_id: businessId, posting_id: id, account, amount })))
    .execute()
  return true
}

/** What is open of an invoice: its total less payments and credits, plus what was given back. */
export async function findBalance(db: Db, businessId: string, invoiceId: string): Promise<number> {
  const [row] = await rowsOf<{ sum: number }>(
    db,
    sql`select coalesce(sum(e.amount), 0)::bigint as sum from billing_postings p
      join billing_entries e on e.business_id = p.business_id and e.posting_id = p.id and e.account = 'receivable'
      where p.business_id = ${businessId} and p.invoice_id = ${invoiceId}`,
  )
  return Number(row?.sum ?? 0)
}

/** The balance of each account of the ledger, of one business or of all. */
export const sumAccounts = (db: Db, businessId?: string) =>
  rowsOf<{ account: LedgerAccount; sum: number }>(
    db,
    sql`select account, sum(amount)::bigint as sum from billing_entries
      ${businessId ? sql`where business_id = ${businessId}` : sql``} group by account order by account`,
  )

export type Invoice = {
  id: string
  cause: string
  issuedOn: string
  periodFrom: string
  periodTo: string
  lines: InvoiceLine[]
  net: number
  vatRate: number | null
  vat: number
  total: number
  zeroRateReason: string
}
const invoiceColumns = sql`i.id, i.cause, i.issued_on::text as "issuedOn", i.period_from::text as "periodFrom",
  i.period_to::text as "periodTo", i.lines, i.net, i.vat_rate as "vatRate", i.vat, i.total,
  i.zero_rate_reason as "zeroRateReason"`

/** Stores an invoice; false if its cause was invoiced before. */
export async function insertInvoice(tx: Db, businessId: string, { at, ...invoice }: Invoice & { at: Date }) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('billing_invoices')
    .values({
      ...{ business_id: businessId, id: invoice.id, cause: invoice.cause, issued_on: invoice.issuedOn },
      ...{ issued_at: at.toISOString(), period_from: invoice.periodFrom, period_to: invoice.periodTo },
      ...{ lines: JSON.stringify(invoice.lines), net: invoice.net, vat_rate: invoice.vatRate, vat: invoice.vat },
      ...{ total: invoice.total, zero_rate_reason: invoice.zeroRateReason },
    })
    .onConflict((conflict) => conflict.columns(['business_id', 'cause']).doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}

export async function findInvoice(db: Db, businessId: string, id: string) {
  const [invoice] = await rowsOf<Invoice>(
    db,
    sql`select ${invoiceColumns} from billing_invoices i where i.business_id = ${businessId} and i.id = ${id}`,
  )
  return invoice
}

export const listInvoices = (db: Db, businessId: string) =>
  rowsOf<Invoice & { state: string }>(
    db,
    sql`select ${invoiceColumns}, c.state from billing_invoices i
      join billing_collections c on c.business_id = i.business_id and c.invoice_id = i.id
      where i.business_id = ${businessId} order by i.issued_at, i.id`,
  )

/** What was credited of an invoice, with and of VAT. */
export async function sumCredits(db: Db, businessId: string, invoiceId: string) {
  const [row] = await rowsOf<{ total: number; vat: number }>(
    db,
    sql`select coalesce(-sum(e.amount) filter (where e.account = 'receivable'), 0)::bigint as total,
        coalesce(sum(e.amount) filter (where e.account = 'vat'), 0)::bigint as vat
      from billing_postings p join billing_entries e on e.business_id = p.business_id and e.posting_id = p.id
      where p.business_id = ${businessId} and p.invoice_id = ${invoiceId} and p.kind = 'credit'`,
  )
  return { total: Number(row?.total ?? 0), vat: Number(row?.vat ?? 0) }
}

export async function isPosted(db: Db, businessId: string, cause: string) {
  const row = await db
    .selectFrom('billing_postings')
    .select('id')
    .where('business_id', '=', businessId)
    .where('cause', '=', cause)
    .executeTakeFirst()
  return row !== undefined
}

/** Businesses with an account, those that owe the most first. */
export const listOwing = (db: Db) =>
  rowsOf<{ name: string; state: string; owed: number }>(
    db,
    sql`select b.name, a.state, coalesce((select sum(e.amount) from billing_entries e
        where e.business_id = a.business_id and e.account = 'receivable'), 0)::bigint as owed
      from billing_accounts a join businesses b on b.business_id = a.business_id order by owed desc, b.name`,
  )
