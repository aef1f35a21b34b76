import { dayOf, firstOfMonth, momentOf, plusDays } from '../../../contract/values/clock.ts'
import type { Deps } from '../../../server/deps.ts'
import { findDocumentCustomer } from '../../../server/features/tax-documents/customers.service.ts'
import type { DocumentInput } from '../../../server/features/tax-documents/document-input.ts'
import { hasEntity, setEntity } from '../../../server/features/tax-documents/entities.service.ts'
import { issueDocument } from '../../../server/features/tax-documents/issuing.service.ts'
import { allocate } from '../../../server/features/tax-documents/operator.ts'
import { selfSigned } from '../../../server/features/tax-documents/pdf/self-signed.ts'

const CHARGED_AT = 10 * 60
const NAME = 'לידליין הדגמה בע״מ'

/**
 * The operator's entity, and a package of messages whose invoice has an allocation number. It is not mailed. A second call
 * changes nothing.
 */
export async function seedTaxDocuments(deps: Deps, businessId: string) {
  const { workerDb, now } = deps
  if (!(await hasEntity(workerDb)))
    await setEntity(deps, {
      ...{ name: NAME, number: '516000007', dealerKind: 'company', address: 'רוטשילד 1, תל אביב' },
      ...{ phone: '03-5550100', email: 'billing@leadline.example', certificate: selfSigned(NAME, now()) },
    })
  const customer = await findDocumentCustomer(workerDb, businessId, 'he')
  const issue = (at: Date, input: Omit<DocumentInput, 'businessId' | 'isSilent'>) =>
    workerDb.transaction().execute((tx) => issueDocument(tx, at, { ...input, businessId, isSilent: true }))
  const at = momentOf(firstOfMonth(plusDays(firstOfMonth(dayOf(now())), -1)), CHARGED_AT)
  await issuePackage(deps, (input) => issue(at, { ...input, customer }), businessId)
}

type Issue = (input: Omit<DocumentInput, 'businessId'>) => ReturnType<typeof issueDocument>
async function issuePackage(deps: Deps, issue: Issue, businessId: string) {
  const invoice = await issue({
    ...{ kind: '305', idempotencyKey: `demo ${businessId} package` },
    lines: [{ description: 'חבילת 50,000 הודעות לשנה', quantity: 1, unitPriceAgorot: 650_000 }],
  })
  const known = await deps.workerDb
    .selectFrom('tax_document_allocations')
    .select('document_id')
    .where('business_id', '=', businessId)
    .where('document_id', '=', invoice.id)
    .executeTakeFirst()
  if (invoice.needsAllocation && !known)
    await allocate(deps, { document: `305/${invoice.number}`, number: '184207731', isSilent: true })
}
