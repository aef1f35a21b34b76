import { newAddressToken, newId } from '../../platform/ids.ts'
import type { testApp } from '../test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Business = Pick<Awaited<ReturnType<App['newBusiness']>>, 'businessId' | 'db'>

/** Sources of leads in a campaign, and requests that could not be read. */
export const leadSourceFixtures = ({ businessId, db }: Business, campaign: string) => {
  const source = async () => {
    const id = newId()
    const place = { business_id: businessId, id, campaign_id: campaign }
    await db
      .insertInto('lead_sources')
      .values({ ...place, kind: 'web', name: `Source ${id}`, key: newAddressToken(), source: 'website' })
      .execute()
    return id
  }
  const unread = async () => {
    const id = newId()
    const place = { business_id: businessId, id, source_id: await source() }
    const body = { content_type: 'application/json', raw: '{"city":"Haifa"}', is_base64: false }
    await db
      .insertInto('lead_deliveries')
      .values({ ...place, ...body, at: new Date().toISOString(), state: 'unread', reason: 'no_contact', address: '' })
      .execute()
    return id
  }
  return { source, unread }
}
