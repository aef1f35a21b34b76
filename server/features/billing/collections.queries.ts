import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'

export type Collection = {
  invoiceId: string
  state: 'open' | 'paid' | 'stopped'
  tries: number
  firstTryOn: string | null
  dueAt: string | null
  refusal: string | null
}
const columns = sql`invoice_id as "invoiceId", state, tries, first_try_on::text as "firstTryOn", due_at as "dueAt", refusal`

export const insertCollection = (
  tx: Db,
  businessId: string,
  { invoiceId, firstTryOn, dueAt }: { invoiceId: string; firstTryOn: string; dueAt: Date | null },
) =>
  tx
    .insertInto('billing_collections')
    .values({
      ...{ business_id: businessId, invoice_id: invoiceId, first_try_on: firstTryOn },
      due_at: dueAt?.toISOString() ?? null,
    })
    .execute()

export async function lockCollection(tx: Db, businessId: string, invoiceId: string) {
  const [row] = await rowsOf<Collection>(
    tx,
    sql`select ${columns} from billing_collections
      where business_id = ${businessId} and invoice_id = ${invoiceId} for update`,
  )
  return row
}

type Changes = Partial<Pick<Collection, 'state' | 'tries' | 'refusal'>> & { dueAt?: Date | null }
export async function updateCollection(tx: Db, businessId: string, invoiceId: string, changes: Changes) {
  const { state, tries, refusal, dueAt } = changes
  await tx
    .updateTable('billing_collections')
    .set({ state, tries, refusal, due_at: dueAt === null ? null : dueAt?.toISOString() })
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', invoiceId)
    .execute()
}

type OpenRow = Collection & { issuedOn: string; balance: number; isRunning: boolean }
/** Invoices that are not paid, the oldest first. */
export const listOpen = (db: Db, businessId: string) =>
  rowsOf<OpenRow>(
    db,
    sql`select c.invoice_id as "invoiceId", c.state, c.tries, c.first_try_on::text as "firstTryOn", c.due_at as "dueAt", c.refusal,
        i.issued_on::text as "issuedOn",
        (select coalesce(sum(e.amount), 0)::bigint from billing_postings p join billing_entries e
            on e.business_id = p.business_id and e.posting_id = p.id and e.account = 'receivable'
          where p.business_id = c.business_id and p.invoice_id = c.invoice_id) as balance,
        exists (select from billing_payments p where p.business_id = c.business_id and p.invoice_id = c.invoice_id
          and p.kind = 'charge' and p.state in ('asked', 'pending')) as "isRunning"
      from billing_collections c join billing_invoices i on i.business_id = c.business_id and i.id = c.invoice_id
      where c.business_id = ${businessId} and c.state = 'open' order by i.issued_at, i.id`,
  )

type Due = { businessId: string; invoiceId: string }
/** Invoices of open businesses whose next try is due, and those with an attempt whose result is not known yet. */
export const listDue = (db: Db, { now, askedBefore }: { now: Date; askedBefore: Date }) =>
  rowsOf<Due>(
    db,
    sql`select c.business_id as "businessId", c.invoice_id as "invoiceId" from billing_collections c
        join businesses b on b.business_id = c.business_id
      where c.state = 'open' and c.due_at <= ${now.toISOString()} and b.closes_at is null
      union select p.business_id, p.invoice_id from billing_payments p
      where p.state in ('asked', 'pending') and p.kind = 'charge' and p.asked_at <= ${askedBefore.toISOString()}`,
  )

export type Payment = {
  id: string
  invoiceId: string
  kind: 'charge' | 'refund' | 'manual'
  key: string
  method: 'card' | 'bank' | 'transfer'
  methodId: string | null
  last4: string
  amount: number
  state: 'asked' | 'pending' | 'settled' | 'refused'
  refundOf: string | null
  byCalendar: boolean
}
const paymentColumns = sql`id, invoice_id as "invoiceId", kind, key, method, method_id as "methodId", last4, amount, state,
  refund_of as "refundOf", by_calendar as "byCalendar"`

export async function insertPayment(tx: Db, businessId: string, { at, ...payment }: Payment & { at: Date }) {
  const isEnded = payment.state === 'settled' || payment.state === 'refused'
  await tx
    .insertInto('billing_payments')
    .values({
      ...{ business_id: businessId, id: payment.id, invoice_id: payment.invoiceId, kind: payment.kind },
      ...{ key: payment.key, method: payment.method, method_id: payment.methodId, last4: payment.last4 },
      ...{ amount: payment.amount, state: payment.state, refund_of: payment.refundOf },
      ...{ by_calendar: payment.byCalendar, asked_at: at.toISOString(), ended_at: isEnded ? at.toISOString() : null },
    })
    .execute()
}

export async function findRunning(db: Db, businessId: string, invoiceId: string) {
  const [row] = await rowsOf<Payment>(
    db,
    sql`select ${paymentColumns} from billing_payments where business_id = ${businessId} and invoice_id = ${invoiceId}
      and kind = 'charge' and state in ('asked', 'pending')`,
  )
  return row
}

export async function countCharges(db: Db, businessId: string, invoiceId: string) {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from billing_payments
      where business_id = ${businessId} and invoice_id = ${invoiceId} and kind = 'charge'`,
  )
  return row?.count ?? 0
}

export async function lockPayment(tx: Db, businessId: string, id: string) {
  const [row] = await rowsOf<Payment>(
    tx,
    sql`select ${paymentColumns} from billing_payments where business_id = ${businessId} and id = ${id} for update`,
  )
  return row
}

type Ended = Pick<Payment, 'state'> & { refusal?: string; at: Date }
export const updatePayment = (tx: Db, businessId: string, id: string, { state, refusal, at }: Ended) =>
  tx
    .updateTable('billing_payments')
    .set({ state, refusal, ...(state !== 'pending' && { ended_at: at.toISOString() }) })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** By the worker's role: whose payment a key of the payment house names. */
export async function findByKey(workerDb: Db, key: string) {
  const [row] = await rowsOf<Payment & { businessId: string }>(
    workerDb,
    sql`select business_id as "businessId", ${paymentColumns} from billing_payments where key = ${key}`,
  )
  return row
}

/** Charges of an invoice that may be given back, the newest first, with what is left of each. */
export const listRefundable = (db: Db, businessId: string, invoiceId: string) =>
  rowsOf<Payment & { left: number }>(
    db,
    sql`select ${paymentColumns}, amount - (select coalesce(sum(r.amount), 0)::bigint from billing_payments r
          where r.business_id = p.business_id and r.refund_of = p.id and r.state <> 'refused') as left
      from billing_payments p where p.business_id = ${businessId} and p.invoice_id = ${invoiceId}
        and p.kind = 'charge' and p.state = 'settled' order by p.asked_at desc`,
  )

/** Refunds whose result is not known yet. */
export const listRunningRefunds = (db: Db) =>
  rowsOf<Payment & { businessId: string }>(
    db,
    sql`select business_id as "businessId", ${paymentColumns} from billing_payments
      where kind = 'refund' and state in ('asked', 'pending')`,
  )

/** Payments of an invoice that arrived. */
export const listSettled = (db: Db, businessId: string, invoiceId: string) =>
  rowsOf<Payment>(
    db,
    sql`select ${paymentColumns} from billing_payments where business_id = ${businessId} and invoice_id = ${invoiceId}
      and kind <> 'refund' and state = 'settled' order by asked_at`,
  )
