import type { Deps } from '../../deps.ts'
import { issue, testEntity } from '../features/test-tax-documents.ts'

/** A tax document of a business with an address for documents. */
export async function taxDocumentOf(deps: Deps, businessId: string): Promise<string> {
  await testEntity(deps)
  const { id } = await issue(deps, { businessId, isSilent: true })
  await deps.workerDb
    .insertInto('tax_customers')
    .values({ business_id: businessId, email: 'office@example.test' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}
