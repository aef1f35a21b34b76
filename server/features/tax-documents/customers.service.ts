import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { TaxCustomer } from '#contract/tax-documents/tax-documents.ts'
import { isCompanyNumber } from '#contract/values/company-number.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import { changesTo } from '../../platform/events/changes.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { findCustomer, upsertCustomer } from './customers.queries.ts'
import type { DocumentCustomer } from './document-input.ts'

/** For whom the documents of a business are made out now, for `issueDocument`. */
export async function findDocumentCustomer(db: Db, businessId: string, language: Language): Promise<DocumentCustomer> {
  const customer = await findCustomer(db, businessId)
  return {
    name: customer.name || customer.businessName,
    number: customer.number || customer.businessNumber,
    address: customer.address || customer.businessAddress,
    email: customer.email ?? customer.businessEmail,
    language,
  }
}

/** Addresses that get documents: the business's and its accountant's, each once. */
export async function findRecipients(db: Db, businessId: string): Promise<string[]> {
  const { email, businessEmail, accountantEmail } = await findCustomer(db, businessId)
  return [...new Set([email ?? businessEmail, accountantEmail].filter((address) => address !== null))]
}

export async function getCustomer(db: Db, businessId: string): Promise<TaxCustomer> {
  const { name, number, address, email, accountantEmail, zeroRateReason, businessName } = await findCustomer(
    db,
    businessId,
  )
  return { name, number, address, email, accountantEmail, zeroRateReason, businessName }
}

type Wanted = Omit<TaxCustomer, 'zeroRateReason' | 'businessName'>
/** Later documents are made out like this; issued ones stay as they are. */
export const changeCustomer = ({ db, caller }: { db: Db; caller: Member }, wanted: Wanted): Promise<TaxCustomer> =>
  inTransaction(db, async (tx) => {
    const { zeroRateReason, businessName, ...before } = await getCustomer(tx, caller.businessId)
    if (wanted.number && !zeroRateReason && !isCompanyNumber(wanted.number))
      throw invalidInput('number', 'invalid_company_number')
    const changes = changesTo(before, wanted)
    if (Object.keys(changes).length > 0) {
      await upsertCustomer(tx, caller.businessId, wanted)
      await emit(tx, caller, 'tax_customer.changed', { campaignId: ALL_CAMPAIGNS, changes: {}, personal: { changes } })
    }
    return { ...wanted, zeroRateReason, businessName }
  })
