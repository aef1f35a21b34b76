import { z } from 'zod'
import { AGOROT_MAX, agorot, day, email, id, line } from '#contract/common.ts'
import { languages } from '#contract/constants.ts'
import {
  CUSTOMER_ADDRESS_MAX,
  CUSTOMER_NAME_MAX,
  CUSTOMER_NUMBER_MAX,
  documentKinds,
  paymentMethods,
} from '#contract/tax-documents/tax-documents.ts'

const DESCRIPTION_MAX = 200
const LINES_MAX = 500
const QUANTITY_MAX = 1_000_000_000
const KEY_MAX = 200
const REASON_MAX = 200
const VAT_RATE_MAX = 10_000

const Line = z.object({
  description: line(DESCRIPTION_MAX, 1),
  quantity: z.number().int().min(1).max(QUANTITY_MAX),
  /** Before VAT; negative: a discount. Of a receipt what was received. */
  unitPriceAgorot: z.number().int().min(-AGOROT_MAX).max(AGOROT_MAX),
})

export const DocumentCustomer = z.object({
  name: line(CUSTOMER_NAME_MAX, 1),
  /** Number of the company or dealer; empty: a consumer. Of a foreign business any text. */
  number: line(CUSTOMER_NUMBER_MAX).default(''),
  address: line(CUSTOMER_ADDRESS_MAX).default(''),
  email: email.nullable().default(null),
  /** Language of the original. */
  language: z.enum(languages),
})
export type DocumentCustomer = z.output<typeof DocumentCustomer>

const Payment = z.object({
  method: z.enum(paymentMethods),
  amountAgorot: agorot,
  paidOn: day,
  /** Last four digits of a card, number of a cheque, or the bank's reference. */
  reference: line(50).default(''),
})

/** A document to issue. */
export const DocumentInput = z.object({
  businessId: id,
  kind: z.enum(documentKinds),
  /** Of a credit absent: it is made out to the customer of the original. */
  customer: DocumentCustomer.optional(),
  lines: z.array(Line).min(1).max(LINES_MAX),
  /** Required for the kinds 320 and 400, with the amount of the document. */
  payment: Payment.optional(),
  /** The tax invoice that a credit corrects. */
  creditOf: id.optional(),
  /** The invoice that a receipt pays, or the pro-forma that an invoice or a receipt follows. */
  follows: id.optional(),
  period: z.object({ from: day, to: day }).optional(),
  /** VAT as it was charged; absent: that of the day and of the customer. A credit has that of its original. */
  vat: z
    .object({
      /** In hundredths of a percent; null: none was charged. */
      rate: z.number().int().min(0).max(VAT_RATE_MAX).nullable(),
      zeroRateReason: line(REASON_MAX),
    })
    .optional(),
  /** A second request of the same kind with the same key gets the first document. */
  idempotencyKey: line(KEY_MAX, 1),
  /** Issued without being mailed. */
  isSilent: z.boolean().optional(),
})
export type DocumentInput = z.input<typeof DocumentInput>
export type Wanted = z.output<typeof DocumentInput>

/** What is stored of a document beside its amounts, as it was when it was issued. */
export type DocumentContent = {
  seller: { name: string; number: string; dealerKind: string; address: string; phone: string; email: string }
  customer: DocumentCustomer
  lines: Wanted['lines']
  payment: Wanted['payment'] | null
  about: { kind: (typeof documentKinds)[number]; number: number; issuedOn: string } | null
}
