import type { DocumentKind } from '#contract/tax-documents/tax-documents.ts'
import { isCompanyNumber } from '#contract/values/company-number.ts'

/** A company, a licensed dealer, or an exempt dealer, who charges no VAT. */
export const dealerKinds = ['company', 'licensed', 'exempt'] as const
export type DealerKind = (typeof dealerKinds)[number]

/** Rates of VAT in hundredths of a percent, by the first day on which each holds; the newest first. */
const vatRates = [
  { from: '2025-01-01', rate: 1_800 },
  { from: '2015-10-01', rate: 1_700 },
] as const

/**
 * Amounts before VAT, in agorot, above which a tax invoice for a dealer needs an allocation number, by the first day on
 * which each holds; the newest first. Before the first day no invoice needs one.
 */
const allocationThresholds = [
  { from: '2026-06-01', above: 500_000 },
  { from: '2026-01-01', above: 1_000_000 },
  { from: '2025-01-01', above: 2_000_000 },
  { from: '2024-05-05', above: 2_500_000 },
] as const

/** The rate of VAT on a day; undefined before the table begins. */
export const vatRateOn = (day: string) => vatRates.find(({ from }) => from <= day)?.rate

/** VAT on the total of a document, rounded half up to the agora. The amount is not negative. */
export const vatOf = (net: number, rate: number) => Math.floor((net * rate + 5_000) / 10_000)

/** Tax invoices, for which a dealer deducts VAT. */
const isTaxInvoice = (kind: DocumentKind) => kind === '305' || kind === '320'

export const issuedBy = (dealer: DealerKind): readonly DocumentKind[] =>
  dealer === 'exempt' ? ['300', '400'] : ['300', '305', '320', '330', '400']

/** Receipts and documents of an exempt dealer carry no VAT. */
export const carriesVat = (kind: DocumentKind, dealer: DealerKind) => kind !== '400' && dealer !== 'exempt'

type Invoice = { kind: DocumentKind; day: string; net: number; vat: number; customerNumber: string }
/** Whether the Tax Authority must allocate a number, without which the customer may not deduct the VAT. */
export function needsAllocation({ kind, day, net, vat, customerNumber }: Invoice) {
  const threshold = allocationThresholds.find(({ from }) => from <= day)
  return (
    isTaxInvoice(kind) && vat > 0 && isCompanyNumber(customerNumber) && threshold !== undefined && net > threshold.above
  )
}

type Amounts = { net: number; vat: number }
/**
 * VAT of a credit. The last credit takes what is left of the original's VAT, so that credits of its whole amount add up to
 * its VAT, whatever was rounded between.
 */
export function creditVat(net: number, { left, rate }: { left: Amounts; rate: number }) {
  return net === left.net ? left.vat : Math.min(vatOf(net, rate), left.vat)
}
