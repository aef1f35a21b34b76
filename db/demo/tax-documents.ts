import { dayOf, firstOfMonth, lastOfMonth, momentOf, plusDays } from '../../contract/values/clock.ts'
import type { Deps } from '../../server/deps.ts'
import { findDocumentCustomer } from '../../server/features/tax-documents/customers.service.ts'
import type { DocumentInput } from '../../server/features/tax-documents/document-input.ts'
import { hasEntity, setEntity } from '../../server/features/tax-documents/entities.service.ts'
import { issueDocument } from '../../server/features/tax-documents/issuing.service.ts'
import { allocate } from '../../server/features/tax-documents/operator.ts'
import { selfSigned } from '../../server/features/tax-documents/pdf/self-signed.ts'

const MONTHS = 6
const PLAN = 69_000
/** What was used beyond the plan in each month, in agorot; none in the first. */
const USAGE = [0, 4_150, 8_400, 0, 11_265, 8_400]
const CHARGED_AT = 10 * 60
const NAME = 'לידליין הדגמה בע״מ'

const months = (now: Date) => {
  const firsts = [firstOfMonth(dayOf(now))]
  while (firsts.length < MONTHS) firsts.unshift(firstOfMonth(plusDays(firsts[0] as string, -1)))
  return firsts
}

type Sums = { net: number; gross: number }
const sumsOf = (net: number): Sums => ({ net, gross: net + Math.floor((net * 18 + 50) / 100) })

/**
 * Six months of documents of a demo business: plan and usage each month, a credit, and a package of messages whose invoice
 * has an allocation number. None is mailed. A second call changes nothing.
 */
export async function seedTaxDocuments(deps: Deps, businessId: string) {
  const { workerDb, now } = deps
  if (!(await hasEntity(workerDb)))
    await setEntity(deps, {
      ...{ name: NAME, number: '516000005', dealerKind: 'company', address: 'רוטשילד 1, תל אביב' },
      ...{ phone: '03-5550100', email: 'billing@leadline.example', certificate: selfSigned(NAME, now()) },
    })
  const customer = await findDocumentCustomer(workerDb, businessId, 'he')
  const issue = (at: Date, input: Omit<DocumentInput, 'businessId' | 'isSilent'>) =>
    workerDb.transaction().execute((tx) => issueDocument(tx, at, { ...input, businessId, isSilent: true }))
  for (const [i, first] of months(now()).entries()) {
    const at = momentOf(first, CHARGED_AT)
    const usage = USAGE[i] ?? 0
    const { gross } = sumsOf(PLAN + usage)
    const month = first.slice(0, 7)
    const invoice = await issue(at, {
      ...{ kind: '320', customer, idempotencyKey: `demo ${businessId} ${month}` },
      lines: [
        { description: 'תוכנית צמיחה', quantity: 1, unitPriceAgorot: PLAN },
        ...(usage ? [{ description: 'שימוש מעבר לכלול בחודש שעבר', quantity: 1, unitPriceAgorot: usage }] : []),
      ],
      payment: { method: 'card', amountAgorot: gross, paidOn: first, reference: '4821' },
      period: { from: first, to: lastOfMonth(first) },
    })
    if (i === 2) {
      const lines = [{ description: 'זיכוי על תקלה', quantity: 1, unitPriceAgorot: 5_000 }]
      await issue(at, { kind: '330', creditOf: invoice.id, lines, idempotencyKey: `demo ${businessId} credit` })
    }
    if (i === 4) await issuePackage(deps, (input) => issue(at, { ...input, customer }), businessId)
  }
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
