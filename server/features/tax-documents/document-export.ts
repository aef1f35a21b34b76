import type { Language } from '#contract/constants.ts'
import { BOM, csvLine } from '../../platform/http/csv.ts'
import { translate } from '../../platform/texts.ts'
import type { ListedDocument } from './documents.queries.ts'

const columns = [
  ...[
    'kind',
    'kindName',
    'number',
    'issuedOn',
    'customer',
    'customerNumber',
    'periodFrom',
    'periodTo',
    'net',
    'vatRate',
  ],
  ...['vat', 'total', 'allocation', 'about', 'method', 'paidOn', 'state'],
]

export const exportHead = (language: Language) =>
  BOM + csvLine(columns.map((column) => translate(language, 'tax-documents-export', `columns.${column}`)))

/** Shekels with a point; a credit's with a minus, so that columns add up. */
const amountOf = (agorot: number, { kind }: ListedDocument) =>
  `${kind === '330' && agorot > 0 ? '-' : ''}${(agorot / 100).toFixed(2)}`

/** A document as a line of the accountant's CSV. */
export function exportLine(document: ListedDocument, language: Language): string {
  const { kind, number, issuedOn, content, periodFrom, periodTo, vatRate, allocationNumber, state } = document
  const { customer, payment, about } = content
  const amounts = (['net', 'vat', 'total'] as const).map((column) => amountOf(document[column], document))
  const [net = '', vat = '', total = ''] = amounts
  const before = [
    ...[kind, translate(language, 'tax-documents-pdf', `kinds.${kind}`), String(number), issuedOn],
    ...[customer.name, customer.number, periodFrom ?? '', periodTo ?? ''],
  ]
  const after = [
    allocationNumber ?? '',
    about ? `${about.kind}/${about.number}` : '',
    payment ? translate(language, 'tax-documents-pdf', `methods.${payment.method}`) : '',
    payment?.paidOn ?? '',
    translate(language, 'tax-documents-export', `states.${state}`),
  ]
  const rate = vatRate === null ? '' : `${vatRate / 100}%`
  // A minus in front would be taken for a formula, and these are numbers of our own.
  return [csvLine(before).trimEnd(), net, rate, vat, total, csvLine(after)].join(',')
}
