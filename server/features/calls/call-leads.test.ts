import { expect, test } from 'vitest'
import { aPhone, testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { testExchange, testNumber } from '../../testing/test-numbers.ts'
import { findOrCreateCallLead } from '../leads/call-intake.service.ts'

const it = await testApp({ exchange: () => testExchange })
const leads = testLeads(it)

async function world() {
  const business = await it.newBusiness()
  const { businessId, campaignId, db } = business
  const owner = await business.member('Owner')
  const number = await testNumber(it, business)
  const phone = aPhone()
  const add = async (values: object = {}) =>
    (await leads.add(owner, { name: 'Dana', phone, campaignId, duplicate: 'create', ...values }))._id
  /** Whose call it is when its own hook comes: decided in the database (take_call). */
  const byHook = async () => (await number.row((await number.dial(phone)).sid)).lead_id
  /** Whose it is when only its end was heard of; nothing of it stays. */
  const byEnd = async () => {
    const none = new Error('taken back')
    let leadId: string | undefined
    const tried = db.transaction().execute(async (tx) => {
      leadId = (await findOrCreateCallLead(tx, businessId, { campaignId, phone, name: '' }))?.leadId
      throw none
    })
    await expect(tried).rejects.toBe(none)
    return leadId
  }
  const known = async () =>
    (await db.selectFrom('leads').select('id').where('business_id', '=', businessId).execute()).map(({ id }) => id)
  /** The lead's id, or that it is a new one; both ways say the same. */
  const belongsTo = async () => {
    const before = await known()
    const wordOf = (id: string | null | undefined) => (id ? (before.includes(id) ? id : 'a new lead') : 'nobody')
    const late = wordOf(await byEnd())
    const atOnce = wordOf(await byHook())
    expect(late, 'by its end as by its hook').toBe(atOnce)
    return atOnce
  }
  return { ...business, owner, phone, add, belongsTo }
}

test('a call belongs to a new lead where nobody has its phone in the campaign', async () => {
  const { add, campaign, belongsTo } = await world()
  await add({ campaignId: await campaign() })
  await add({ phone: aPhone() })
  expect(await belongsTo()).toBe('a new lead')
})

test('to the newest of those that have it', async () => {
  const { add, belongsTo } = await world()
  await add()
  const newest = await add()
  expect(await belongsTo()).toBe(newest)
})

test('never to one in the trash', async () => {
  const { add, owner, belongsTo } = await world()
  const kept = await add()
  const thrown = await add()
  await leads.remove(owner, [thrown])
  expect(await belongsTo()).toBe(kept)
  await leads.remove(owner, [kept])
  expect(await belongsTo()).toBe('a new lead')
})
