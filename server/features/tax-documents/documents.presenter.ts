import type { TaxDocument } from '#contract/tax-documents/tax-documents.ts'
import type { ListedDocument } from './documents.queries.ts'

export function presentDocument(document: ListedDocument): TaxDocument {
  const { id, content, aboutId, allocationState, allocationNumber } = document
  const { kind, number, issuedOn, periodFrom, periodTo, net, vatRate, vat, total, state, language } = document
  const [first, ...further] = content.lines
  return {
    _id: id,
    ...{ kind, number, issuedOn, periodFrom, periodTo, net, vatRate, vat, total, state, language },
    description: first?.description ?? '',
    furtherLines: further.length,
    allocation: { state: allocationState, number: allocationNumber },
    about: aboutId && content.about ? { _id: aboutId, kind: content.about.kind, number: content.about.number } : null,
  }
}
