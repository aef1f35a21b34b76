import { z } from 'zod'
import { byId, day, email, id, line, Pagination, Paging, storedDay, time } from '../common.ts'
import { languages } from '../constants.ts'
import { heavyGet, route } from '../route.ts'

/**
 * Kinds of documents by the codes of the Tax Authority's uniform structure: pro-forma invoice, tax invoice, tax invoice and
 * receipt, credit, receipt.
 */
export const documentKinds = ['300', '305', '320', '330', '400'] as const
export type DocumentKind = (typeof documentKinds)[number]

/**
 * `credited`: credited in full; `closed`: a credit, or a pro-forma that an invoice or a receipt followed; receipts are
 * always `paid`.
 */
export const documentStates = ['open', 'paid', 'credited', 'closed'] as const
export type DocumentState = (typeof documentStates)[number]

/**
 * Whether the document has its allocation number of the Tax Authority. `needed`: its PDF waits for it; `without`: the
 * operator sends it without one.
 */
export const allocationStates = ['not_needed', 'needed', 'given', 'without'] as const
export type AllocationState = (typeof allocationStates)[number]

export const paymentMethods = ['card', 'standing_order', 'bank_transfer', 'cheque', 'cash', 'other'] as const

/** Maximum lengths of what documents show of a customer. */
export const CUSTOMER_NAME_MAX = 100
export const CUSTOMER_NUMBER_MAX = 20
export const CUSTOMER_ADDRESS_MAX = 200

/** Amounts are in agorot; those of a credit are positive, too. */
export const TaxDocument = z.object({
  _id: id,
  kind: z.enum(documentKinds),
  /** The running number of its kind, without gaps. */
  number: z.number().int(),
  issuedOn: storedDay,
  /** What the document is for: the description of its first line. */
  description: z.string(),
  /** Number of further lines. */
  furtherLines: z.number().int(),
  periodFrom: storedDay.nullable(),
  periodTo: storedDay.nullable(),
  net: z.number().int(),
  /** In hundredths of a percent; null: the document carries no VAT. */
  vatRate: z.number().int().nullable(),
  vat: z.number().int(),
  total: z.number().int(),
  state: z.enum(documentStates),
  allocation: z.object({ state: z.enum(allocationStates), number: z.string().nullable() }),
  /** The document that it credits, pays or follows. */
  about: z.object({ _id: id, kind: z.enum(documentKinds), number: z.number().int() }).nullable(),
  language: z.enum(languages),
})
export type TaxDocument = z.output<typeof TaxDocument>

/** Filters of the list and of its export. */
export const DocumentFilters = z.object({
  kind: z.enum(documentKinds).optional(),
  state: z.enum(documentStates).optional(),
  /** First and last day of issue. */
  from: day.optional(),
  to: day.optional(),
})
export type DocumentFilters = z.output<typeof DocumentFilters>

const Customer = z.object({
  /** The legal name; empty: the business's name. The number and the address, too, are by default those of the business. */
  name: line(CUSTOMER_NAME_MAX).default(''),
  /** Number of the company or dealer: with it documents are for a dealer, and large ones get an allocation number. */
  number: line(CUSTOMER_NUMBER_MAX).default(''),
  address: line(CUSTOMER_ADDRESS_MAX).default(''),
  /** Where documents are sent; null: to the business's own address. */
  email: email.nullable().default(null),
  /** Gets a copy of each document. */
  accountantEmail: email.nullable().default(null),
})
export const NewTaxCustomer = Customer
/** `zeroRateReason`: why the operator marked the business as foreign, with VAT 0; empty: VAT as usual. */
export const TaxCustomer = z.object({ ...Customer.shape, zeroRateReason: z.string(), businessName: z.string() })
export type TaxCustomer = z.output<typeof TaxCustomer>
const OneCustomer = z.object({ success: z.literal(true), customer: TaxCustomer })

const SignedAddress = z.object({ success: z.literal(true), url: z.string(), expiresAt: time })

export const taxDocumentRoutes = {
  list: route({
    ...heavyGet,
    path: '/billing/documents',
    access: 'Owner',
    summary: 'Tax documents that the operator issued to the business, newest first',
    query: Paging.extend(DocumentFilters.shape),
    reply: z.object({ success: z.literal(true), documents: z.array(TaxDocument), pagination: Pagination }),
  }),
  export: route({
    method: 'GET',
    path: '/billing/documents/export',
    access: 'Owner',
    summary: 'A short-lived address of these documents as CSV, for the accountant',
    query: DocumentFilters,
    reply: SignedAddress,
  }),
  pdf: route({
    method: 'GET',
    path: '/billing/documents/:id/pdf',
    access: 'Owner',
    summary: 'A short-lived address of the signed PDF; the same bytes each time. Without a language: its own',
    params: byId,
    query: z.object({ language: z.enum(languages).optional() }),
    reply: SignedAddress,
  }),
  send: route({
    method: 'POST',
    path: '/billing/documents/:id/send',
    access: 'Owner',
    summary: 'Send the PDF again, to the address for documents and to the accountant',
    params: byId,
    reply: z.object({ success: z.literal(true), recipients: z.array(z.string()) }),
  }),
  customer: route({
    method: 'GET',
    path: '/billing/customer',
    access: 'Owner',
    summary: 'For whom documents are made out, and where they are sent',
    reply: OneCustomer,
  }),
  changeCustomer: route({
    method: 'PUT',
    path: '/billing/customer',
    access: 'Owner',
    summary: 'Change for whom later documents are made out, and where they are sent',
    body: NewTaxCustomer,
    reply: OneCustomer,
  }),
}
