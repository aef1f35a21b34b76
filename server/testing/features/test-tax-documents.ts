import { randomUUID } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import type { DocumentInput } from '../../features/tax-documents/document-input.ts'
import { setEntity } from '../../features/tax-documents/entities.service.ts'
import { issueDocument } from '../../features/tax-documents/issuing.service.ts'
import { selfSigned } from '../../features/tax-documents/pdf/self-signed.ts'
import type { DealerKind } from '../../features/tax-documents/tax.rules.ts'

/** Numbers with a right check digit. */
export const SELLER_NUMBER = '514599141'
export const DEALER_NUMBER = '520000472'

let certificate: ReturnType<typeof selfSigned> | undefined
/** One for the test file: making a key takes a while. */
export const testCertificate = () => {
  certificate ??= selfSigned('לידליין בע״מ', new Date('2024-01-01T00:00:00Z'))
  return certificate
}

/** Sets the legal entity; another number is another entity with its own series. */
export const testEntity = (deps: Deps, dealerKind: DealerKind = 'company', number = SELLER_NUMBER) =>
  setEntity(deps, {
    ...{ number, dealerKind, name: 'לידליין בע״מ', address: 'הרצל 12, תל אביב' },
    ...{ phone: '03-1234567', email: 'billing@leadline.example', certificate: testCertificate() },
  })

export const aCustomer = {
  name: 'אלון שיפוצים בע״מ',
  number: '',
  address: 'ביאליק 41, רמת גן',
  language: 'he' as const,
}
export const aCard = (amountAgorot: number) => ({
  ...{ method: 'card' as const, amountAgorot, paidOn: '2026-11-01', reference: '4821' },
})

type Given = Partial<DocumentInput> & { businessId: string }
/** Issues a document in its own transaction: a tax invoice of ₪100.00 before VAT unless something else is given. */
export const issue = (deps: Deps, given: Given, now = deps.now()) =>
  deps.workerDb.transaction().execute((tx) =>
    issueDocument(tx, now, {
      kind: '305',
      ...(given.kind === '330' ? {} : { customer: aCustomer }),
      lines: [{ description: 'תוכנית צמיחה', quantity: 1, unitPriceAgorot: 10_000 }],
      idempotencyKey: randomUUID(),
      ...given,
    }),
  )
