import { newId } from '../../platform/ids.ts'
import type { testApp } from '../test-app.ts'
import { nextPhone } from '../test-leads.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Business = Pick<Awaited<ReturnType<App['newBusiness']>>, 'businessId' | 'db'>

/** A file of one lead whose settings are chosen, not imported yet. */
export async function importOf({ businessId, db }: Business, user_id: string, campaignId: string) {
  const id = newId()
  const columns = ['Name', 'Phone'].map((title) => ({ title, samples: [], isSensitive: false, suggested: null }))
  const settings = { mode: 'create', key: 'phone', campaignId, columns: ['name', 'phone'], values: {}, defaults: {} }
  const asked = {
    columns: JSON.stringify(columns),
    settings: JSON.stringify({ ...settings, dateOrder: 'dmy', notifies: false }),
  }
  const file = { name: 'leads.csv', format: 'csv', row_count: 1, read_at: new Date().toISOString() }
  await db
    .insertInto('lead_imports')
    .values({ business_id: businessId, id, user_id, ...file, ...asked })
    .execute()
  await db
    .insertInto('lead_import_pieces')
    .values({
      business_id: businessId,
      import_id: id,
      number: 0,
      first_row: 2,
      rows: JSON.stringify([[2, 'Dana', nextPhone()]]),
    })
    .execute()
  return id
}
