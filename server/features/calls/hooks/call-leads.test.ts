import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { aPhone, testApp } from '../../../testing/test-app.ts'
import { testLeads } from '../../../testing/test-leads.ts'
import { testExchange, testNumber } from '../../../testing/test-numbers.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { findOrCreateCallLead } from '../../leads/intake/phone-intake.service.ts'
import { lockContacts } from '../../leads/leads.queries.ts'

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
  /** The lead of a call reported by its own hook: decided in the database (ingest_call). */
  const byHook = async () => (await number.row((await number.dial(phone)).sid)).lead_id
  /** The lead of a call reported only by its end; rolled back. */
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
  /** The lead's id, 'a new lead' or 'no lead'; both ways must agree. */
  const belongsTo = async () => {
    const before = await known()
    const wordOf = (id: string | null | undefined) => (id ? (before.includes(id) ? id : 'a new lead') : 'no lead')
    const late = wordOf(await byEnd())
    const atOnce = wordOf(await byHook())
    expect(late, 'by its end as by its hook').toBe(atOnce)
    return atOnce
  }
  return { ...business, owner, phone, add, belongsTo }
}

test('a call belongs to a new lead if no lead of the campaign has its phone', async () => {
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

test('to one that a member with masked contacts entered only where there is no other', async () => {
  const { add, belongsTo, member, owner, phone, campaignId } = await world()
  const partner = await member('Affiliate', [campaignId])
  await it.send(businessRoutes.change, owner, { body: { masksContacts: true } })
  it.deps.caches.endAll()
  const enter = async () => (await leads.take(partner, { name: 'Noa', phone, campaignId })).body.lead._id
  const guessed = await enter()
  expect(await belongsTo()).toBe(guessed)
  const known = await add()
  await enter()
  expect(await belongsTo()).toBe(known)
})

test('who entered a guess as their own lead is not rung first for it', async () => {
  const business = await it.newBusiness()
  const { campaignId, member } = business
  const owner = await member('Owner')
  const [partner, worker] = [await member('Affiliate', [campaignId]), await member('Lead', [campaignId])]
  await it.send(businessRoutes.change, owner, { body: { masksContacts: true } })
  it.deps.caches.endAll()
  const targets = [partner, worker].map(({ userId }) => ({ kind: 'softphone' as const, userId }))
  const ring = { mode: 'together' as const, seconds: 20, knownFirst: true, targets }
  const number = await testNumber(it, business, { routing: { ring } })
  const phone = aPhone()
  await leads.add(owner, { phone, campaignId, assignedTo: worker.userId })
  await leads.take(partner, { name: 'Noa', phone, campaignId, assignedTo: partner.userId })
  const { xml } = await number.dial(phone)
  const rung = [...xml.matchAll(/<Identity>u_([0-9a-f]+)_b/g)].map(([, id]) => id)
  expect(rung).toEqual([worker.userId.replaceAll('-', '')])
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

test('a form and a call of one new phone at the same moment make one lead, and the call is no enquiry', async () => {
  const business = await it.newBusiness()
  const { businessId, campaignId, db } = business
  const owner = await business.member('Owner')
  const number = await testNumber(it, business)
  const phone = aPhone()
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
      where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
    return rows[0]?.count
  }
  // Both arrive while the phone is locked, the form first.
  const [form, call] = await db.transaction().execute(async (tx) => {
    await lockContacts(tx, businessId, [phone])
    const form = leads.add(owner, { phone, campaignId })
    await waitFor(async () => (await waiting()) === 1)
    const call = number.dial(phone)
    await waitFor(async () => (await waiting()) === 2)
    return [form, call] as const
  })
  const lead = await form
  expect((await number.row((await call).sid)).lead_id).toBe(lead._id)
  const of = (table: 'events' | 'lead_enquiries') =>
    db.selectFrom(table).selectAll().where('business_id', '=', businessId).where('lead_id', '=', lead._id).execute()
  expect(await of('lead_enquiries')).toHaveLength(1)
  const names = (await of('events')).map((event) => ('name' in event ? event.name : ''))
  expect(names.sort()).toEqual(['call.started', 'lead.created'])
})
