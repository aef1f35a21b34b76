import { newAddressToken, newId } from '../../server/platform/ids.ts'
import { demoPhone } from './visitors.ts'

const MINUTE = 60_000

type Place = { campaignId: string; createdBy: string; began: string; now: Date }
/** A portal that sends leads by JSON: a captured sample, and one request that could not be read. */
export function makeLeadSources(businessId: string, { campaignId, createdBy, began, now }: Place) {
  const id = newId()
  const request = (minutes: number, sent: object, fields: [path: string, value: string][]) => ({
    ...{
      business_id: businessId,
      id: newId(),
      source_id: id,
      content_type: 'application/json',
      address: '192.0.2.0/24',
    },
    ...{ at: new Date(now.getTime() - minutes * MINUTE).toISOString(), raw: JSON.stringify(sent), is_base64: false },
    fields: JSON.stringify(fields.map(([path, value]) => [path, path, value])),
  })
  const sampled = {
    customer: { name: 'רונית אשכנזי', mobile: demoPhone(63) },
    project: 'מטבח',
    rooms: '4',
    budget: '60,000',
  }
  const sample = {
    ...request(2_890, sampled, [
      ['customer.name', 'רונית אשכנזי'],
      ['customer.mobile', demoPhone(63)],
      ['project', 'מטבח'],
      ['rooms', '4'],
      ['budget', '60,000'],
    ]),
    ...{ state: 'sample', reason: null },
  }
  const broken = { customer: { name: 'עידו מלכה', mobile: '05-4' }, project: 'חידוש חזיתות' }
  const unread = {
    ...request(95, broken, [
      ['customer.name', 'עידו מלכה'],
      ['customer.mobile', '05-4'],
      ['project', 'חידוש חזיתות'],
    ]),
    ...{ state: 'unread', reason: 'no_contact' },
  }
  const columns = {
    'customer.name': 'name',
    'customer.mobile': 'phone',
    project: 'message',
    rooms: 'note',
    budget: 'note',
  }
  const source = {
    ...{ business_id: businessId, id, campaign_id: campaignId, kind: 'web', name: 'פורטל השיפוצים', source: 'portal' },
    ...{ key: newAddressToken(), mapping: JSON.stringify({ columns, values: {}, dateOrder: 'dmy' }) },
    ...{ sample_id: sample.id, created_by: createdBy, created_at: began },
  }
  return { leadSources: [source], leadDeliveries: [sample, unread] }
}
