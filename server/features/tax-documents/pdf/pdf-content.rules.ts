import type { Language } from '#contract/constants.ts'
import { translate } from '../../../platform/texts.ts'
import type { DocumentContent } from '../document-input.ts'
import type { Issued } from '../issuing.queries.ts'

/** What the template shows; all texts are final. */
export type PdfContent = {
  language: Language
  title: string
  author: string
  /** Year, month and day. */
  date: number[]
  mark: string
  watermark: string
  logo: number[] | null
  seller: { name: string; lines: string[] }
  customer: { heading: string; name: string; lines: string[] }
  facts: [string, string][]
  head: string[]
  rows: string[][]
  totals: [string, string][]
  paymentHeading: string
  payment: [string, string][]
  notes: string[]
  footer: string
  page: string
  of: string
}

/**
 * Isolates keep signed numbers and names whole beside words of the other direction (Unicode, bidirectional algorithm). They
 * begin a line or a cell: after a space they would be copied from the PDF with it. Digits, dates and addresses need none.
 */
const ltr = (text: string) => `\u2066${text}\u2069`
const own = (text: string) => `\u2068${text}\u2069`

const format = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** `₪1,316.60`; a minus stands before the sign. */
const amountText = (agorot: number) => `${agorot < 0 ? '−' : ''}₪${format.format(Math.abs(agorot) / 100)}`
const money = (agorot: number) => ltr(amountText(agorot))
const count = (quantity: number) => quantity.toLocaleString('en')
/** `1.12.2026`, in both languages. */
const dayText = (day: string) => day.split('-').toReversed().map(Number).join('.')

type Say = (key: string, values?: Record<string, unknown>) => string
type How = {
  language: Language
  allocationNumber: string | null
  logo: Buffer | null
  /** Documents of the demo say that they are none. */
  isTest: boolean
}

export function pdfContentOf(document: Issued, { language, allocationNumber, logo, isTest }: How): PdfContent {
  const { kind, number, issuedOn, content } = document
  const { seller, customer } = content
  const say: Say = (key, values) => translate(language, 'tax-documents-pdf', key, values)
  return {
    language,
    title: say('title', { kind: say(`kinds.${kind}`), number }),
    author: seller.name,
    date: issuedOn.split('-').map(Number),
    mark: say(language === document.language ? 'original' : 'translation'),
    watermark: isTest ? say('test') : '',
    logo: logo && [...logo],
    seller: { name: own(seller.name), lines: sellerLines(seller, say) },
    customer: { heading: say('customer'), name: own(customer.name), lines: customerLines(document, say) },
    facts: factsOf(document, allocationNumber, say),
    head: ['description', 'quantity', 'unitPrice', 'amount'].map((column) => say(`columns.${column}`)),
    rows: content.lines.map(({ description, quantity, unitPriceAgorot }) => [
      own(description),
      count(quantity),
      money(unitPriceAgorot),
      money(quantity * unitPriceAgorot),
    ]),
    totals: totalsOf(document, say),
    paymentHeading: say('payment'),
    payment: paymentOf(content, say),
    notes: notesOf(document, say),
    footer: say('footer', { name: seller.name }),
    page: say('page'),
    of: say('of'),
  }
}

function sellerLines({ number, dealerKind, address, phone, email }: DocumentContent['seller'], say: Say) {
  const contact = [phone && ltr(phone), email].filter(Boolean).join(' · ')
  return [say(`dealers.${dealerKind}`, { number }), own(address), contact].filter(Boolean)
}

function customerLines({ content: { customer } }: Issued, say: Say) {
  const { number, address } = customer
  return [number && say('customerNumber', { number }), address && own(address)].filter(Boolean)
}

function factsOf({ issuedOn, periodFrom, periodTo, content }: Issued, allocation: string | null, say: Say) {
  const { about } = content
  const facts: ([string, string] | false)[] = [
    [say('facts.date'), dayText(issuedOn)],
    periodFrom !== null &&
      periodTo !== null && [
        say('facts.period'),
        say('facts.days', { from: dayText(periodFrom), to: dayText(periodTo) }),
      ],
    about !== null && [say('facts.about'), say('title', { kind: say(`kinds.${about.kind}`), number: about.number })],
    allocation !== null && [say('facts.allocation'), allocation],
  ]
  return facts.filter((fact) => fact !== false)
}

function totalsOf({ kind, net, vatRate, vat, total }: Issued, say: Say): [string, string][] {
  const last = say(kind === '330' ? 'totals.credit' : kind === '400' ? 'totals.received' : 'totals.total')
  if (vatRate === null) return [[last, money(total)]]
  const rate = `${vatRate / 100}%`
  return [
    [say('totals.net'), money(net)],
    [say('totals.vat', { rate }), money(vat)],
    [last, money(total)],
  ]
}

function paymentOf({ payment }: DocumentContent, say: Say): [string, string][] {
  if (!payment) return []
  const { method, amountAgorot, paidOn, reference } = payment
  return [
    [say('payments.method'), say(`methods.${method}`)],
    ...(reference ? [[say('payments.reference'), reference] as [string, string]] : []),
    [say('payments.paidOn'), dayText(paidOn)],
    [say('payments.amount'), amountText(amountAgorot)],
  ]
}

function notesOf({ kind, zeroRateReason, content }: Issued, say: Say) {
  return [
    kind === '300' && say('notes.proForma'),
    zeroRateReason && say('notes.zeroRate', { reason: zeroRateReason }),
    content.seller.dealerKind === 'exempt' && say('notes.exempt'),
    say('notes.signed'),
  ].filter((note): note is string => typeof note === 'string' && note !== '')
}
