import { expect, test } from 'vitest'
import { leadSourceRoutes } from '#contract/lead-sources/lead-sources.ts'
import { testLeadSources } from '../../testing/features/test-lead-sources.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeadFields } from '../../testing/test-lead-fields.ts'
import { nextPhone, refusal, testLeads } from '../../testing/test-leads.ts'
import { readDelivery } from './reading.service.ts'

// A process that serves requests only: requests are read when a test reads them.
const clock = { time: Date.parse('2026-11-29T08:00:00Z') }
const env = { ROLE: 'web', DATABASE_URL: 'postgresql://elsewhere.test/leadline' }
const it = await testApp({ now: () => new Date(clock.time), env })
const leads = testLeads(it)
const ownFields = testLeadFields(it)
const { make, post, postJson, postForm, settle, change, requests } = testLeadSources(it)

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const source = await make(owner, business.campaignId)
  const list = async () => (await leads.page(owner, { limit: 100 })).body.leads
  const one = async () => {
    await settle()
    const [lead, ...others] = await list()
    expect(others).toEqual([])
    return (await leads.get(owner, lead?._id ?? '')).body.lead
  }
  return { ...business, owner, source, list, one }
}

test('a request is answered before it is read, and becomes a lead with what no field holds as notes', async () => {
  const { owner, source, list, one, campaignId } = await world()
  const phone = nextPhone()
  const reply = await postJson(source, {
    ...{
      full_name: 'Dana Levi',
      phone,
      email: 'Dana@Example.test',
      message: 'Call me',
      rooms: 4,
      utm_source: 'google',
    },
    ...{ page_url: 'https://alon.example/kitchens', gclid: 'abc' },
  })
  expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }])
  expect(await list()).toEqual([])
  expect(await requests(owner, source._id)).toMatchObject([{ state: 'waiting', lead: null }])
  const lead = await one()
  expect(lead).toMatchObject({ name: 'Dana Levi', phone, email: 'dana@example.test', campaignId, source: 'google_ads' })
  expect(lead.enquiries).toMatchObject([
    {
      ...{ message: 'Call me', landingPage: 'https://alon.example/kitchens', formName: 'From web' },
      ...{ clickIds: { gclid: 'abc' }, utm: { source: 'google' }, answers: [{ label: 'rooms', value: '4' }] },
    },
  ])
  expect(lead.enquiries[0]?.raw).toContain('"rooms":4')
  expect(await requests(owner, source._id)).toMatchObject([{ state: 'lead', lead: { name: 'Dana Levi' } }])
})

test('a captured request is mapped: own fields, statuses by their names, defaults; the next one follows the mapping', async () => {
  const { owner, source, one, statusIds } = await world()
  const rooms = await ownFields.made(owner, { nameEn: 'Rooms', type: 'number' })
  const id = source._id
  const waiting = await it.send(leadSourceRoutes.capture, owner, { params: { id } })
  expect(waiting.body.source.capturesUntil).toBe('2026-11-29T08:10:00.000Z')
  const get = async () => (await it.send(leadSourceRoutes.get, owner, { params: { id } })).body
  expect((await get()).sample).toBe(null)
  await postJson(source, { client: { nick: 'Test', tel: 'none' }, size: '3', stage: 'hot' })
  const { sample, source: captured } = await get()
  expect(captured.capturesUntil).toBe(null)
  expect(sample?.fields).toEqual([
    { path: 'client.nick', label: 'client.nick', value: 'Test', suggested: null },
    { path: 'client.tel', label: 'client.tel', value: 'none', suggested: 'phone' },
    { path: 'size', label: 'size', value: '3', suggested: null },
    { path: 'stage', label: 'stage', value: 'hot', suggested: 'status' },
  ])
  await settle()
  expect(await requests(owner, id)).toMatchObject([{ state: 'unread', reason: 'no_contact' }])

  const mapping = {
    columns: { 'client.nick': 'name', 'client.tel': 'phone', size: `fields.${rooms.key}`, stage: 'status' },
    values: { status: { hot: statusIds.ongoing } },
  }
  const tried = await it.send(leadSourceRoutes.preview, owner, { params: { id }, body: { mapping: mapping as never } })
  expect(tried.body.preview).toMatchObject({ lead: null, reason: 'no_contact', notes: [{ label: 'client.tel' }] })
  const saved = await change(owner, source, { mapping, assignedTo: owner.userId, source: 'partner' })
  expect(saved.status).toBe(200)
  const phone = nextPhone()
  await postJson(source, { client: { nick: 'Noa', tel: phone }, size: '5', stage: 'hot', extra: 'yes' })
  const lead = await one()
  expect(lead).toMatchObject({
    ...{ name: 'Noa', phone, statusId: statusIds.ongoing, source: 'partner', fields: { [rooms.key]: 5 } },
    ...{ assignedTo: { _id: owner.userId }, enquiries: [{ answers: [{ label: 'extra', value: 'yes' }] }] },
  })
})

test('what could not be read is repaired by one click after the mapping is mended, or by a corrected value', async () => {
  const { owner, source, member, campaignId, list } = await world()
  await change(owner, source, { mapping: { columns: { who: 'name', reach: 'phone' } } })
  const phones = [nextPhone(), nextPhone(), nextPhone()]
  for (const [i, mobile] of phones.entries()) await postJson(source, { who: `Lead ${i}`, reach: 'office', mobile })
  await postJson(source, { who: 'Lost', reach: '12' })
  await settle()
  expect(await list()).toEqual([])
  const lead = await member('None', { [campaignId]: 'Lead' })
  const repair = async (body: object) => (await it.send(leadSourceRoutes.repair, lead, { body: body as never })).body
  expect(await repair({ sourceId: source._id })).toEqual({ success: true, repaired: 0, unread: 4 })

  const [lost, last] = await requests(lead, source._id, 'unread')
  const ids = [last?._id]
  expect(await repair({ ids, corrections: { reach: phones[2] } })).toMatchObject({ repaired: 1, unread: 0 })
  // A second click finds nothing to do.
  expect(await repair({ ids, corrections: { reach: phones[2] } })).toMatchObject({ repaired: 0, unread: 0 })
  expect((await list()).map(({ name, phone }) => [name, phone])).toEqual([['Lead 2', phones[2]]])
  expect(await it.send(leadSourceRoutes.discard, lead, { params: { id: lost?._id ?? '' } })).toMatchObject({
    status: 200,
  })

  await change(owner, source, { mapping: { columns: { who: 'name', mobile: 'phone' } } })
  const both = await Promise.all([repair({ sourceId: source._id }), repair({ sourceId: source._id })])
  expect(both.reduce((sum, { repaired }) => sum + repaired, 0)).toBe(2)
  expect((await list()).map(({ phone }) => phone).sort()).toEqual([...phones].sort())
  expect(await requests(lead, source._id, 'unread')).toEqual([])
})

test('the same lead is one: by its id at the sender however late, by its body within ten minutes', async () => {
  const { owner, source, businessId } = await world()
  const now = async () => ({ ...(await it.signIn(owner.userId)), 'x-business-id': businessId })
  const states = async () => (await requests(await now(), source._id)).map(({ state }) => state).sort()
  const phone = nextPhone()
  for (const name of ['Dana', 'Dana Levi']) {
    await postJson(source, { lead_id: '98765432109876543210', name, phone })
    await settle()
  }
  clock.time += 86_400_000
  await postJson(source, { lead_id: '98765432109876543210', name: 'Dana', phone })
  await settle()
  expect(await states()).toEqual(['lead', 'repeated', 'repeated'])
  const body = { name: 'Noa', phone: nextPhone() }
  await Promise.all([postJson(source, body), postJson(source, body)])
  await settle()
  expect(await states()).toEqual(['lead', 'lead', 'repeated', 'repeated', 'repeated'])
  clock.time += 11 * 60_000
  await postJson(source, body)
  await settle()
  expect(await states()).toEqual(['lead', 'lead', 'lead', 'repeated', 'repeated', 'repeated'])
  const found = (await leads.page(await now(), {})).body.leads
  expect(found.map(({ name }) => name)).toEqual(['Noa', 'Dana'])
  const noa = (await leads.get(await now(), found[0]?._id ?? '')).body.lead
  expect(noa.enquiries).toHaveLength(2)
})

test('two processes that read one request make one lead; one that dies in between leaves it waiting', async () => {
  const { owner, source, list, businessId } = await world()
  await postJson(source, { name: 'Dana', phone: nextPhone() })
  const [request] = await requests(owner, source._id)
  const due = { businessId, id: request?._id ?? '' }
  const dying = { ...it.deps, ownFields: { ...it.deps.ownFields, find: () => Promise.reject(new Error('killed')) } }
  await expect(readDelivery(dying, due)).rejects.toThrow('killed')
  expect(await requests(owner, source._id)).toMatchObject([{ state: 'waiting' }])
  await Promise.all([readDelivery(it.deps, due), readDelivery(it.deps, due)])
  expect(await list()).toHaveLength(1)
})

test('a list of leads in one request is a lead each', async () => {
  const { owner, source, list } = await world()
  await postJson(
    source,
    [1, 2, 3].map((i) => ({ name: `Lead ${i}`, phone: nextPhone() })),
  )
  await settle()
  expect((await list()).map(({ name }) => name).sort()).toEqual(['Lead 1', 'Lead 2', 'Lead 3'])
  expect((await requests(owner, source._id)).map(({ state }) => state)).toEqual(['lead', 'lead', 'lead'])
})

test('the policy for duplicates holds, a default that is gone costs no lead, a bad value is kept as a note', async () => {
  const { owner, source, campaignId, one, statusIds, db } = await world()
  const phone = nextPhone()
  await leads.add(owner, { phone, name: 'Known', campaignId })
  await change(owner, source, { statusId: statusIds.ongoing })
  await db
    .updateTable('lead_statuses')
    .set({ deleted_at: new Date().toISOString() })
    .where('id', '=', statusIds.ongoing)
    .execute()
  await postJson(source, { name: 'Dana', phone, email: 'not an address' })
  const lead = await one()
  expect(lead.name).toBe('Known')
  expect(lead.enquiries).toHaveLength(2)
  expect(lead.enquiries[1]).toMatchObject({ answers: [{ label: 'email', value: 'not an address' }] })
  await postJson(source, { name: 'New', phone: nextPhone() })
  await settle()
  expect(await requests(owner, source._id, 'unread')).toEqual([])
})

test('unknown, closed and mail addresses are refused; a new address ends the previous one', async () => {
  const { owner, source, campaignId, db } = await world()
  const body = { phone: nextPhone() }
  expect((await postJson({ address: `http://localhost/hooks/leads/${'a'.repeat(26)}` }, body)).statusCode).toBe(404)
  expect((await postJson({ address: 'http://localhost/hooks/leads/x' }, body)).statusCode).toBe(404)
  const rotated = await it.send(leadSourceRoutes.rotate, owner, { params: { id: source._id } })
  expect((await postJson(source, body)).statusCode).toBe(404)
  const now = rotated.body.source
  expect((await postJson(now, body)).statusCode).toBe(200)
  await change(owner, source, { isEnabled: false })
  expect((await postJson(now, body)).statusCode).toBe(410)
  await change(owner, source, { isEnabled: true })
  expect((await post(now, Buffer.alloc(300_000, 'a'), 'text/plain')).statusCode).toBe(413)
  expect((await it.app.inject({ url: new URL(now.address).pathname })).statusCode).toBe(405)
  await db.updateTable('campaigns').set({ deleted_at: new Date().toISOString() }).where('id', '=', campaignId).execute()
  await settle()
  expect((await db.selectFrom('lead_deliveries').select(['state', 'reason']).execute())[0]).toEqual({
    ...{ state: 'unread', reason: 'campaign_deleted' },
  })
})

test('more than 600 requests a minute wait, and a flood of one source does not stop another', async () => {
  const { owner, source, campaignId } = await world()
  const other = await make(owner, campaignId)
  clock.time += 60_000
  for (let i = 0; i < 600; i += 50)
    await Promise.all(Array.from({ length: 50 }, () => postForm(source, { phone: nextPhone() })))
  const refused = await postForm(source, { phone: nextPhone() })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect((await postForm(other, { phone: nextPhone() })).statusCode).toBe(200)
  await it.send(leadSourceRoutes.remove, owner, { params: { id: source._id } })
})

test('a mapping and defaults name what the business has', async () => {
  const { owner, source, campaignId, member } = await world()
  const stranger = await member('Writer')
  const wrong = await change(owner, source, {
    ...{ mapping: { columns: { a: 'fields.nothing', b: 'name' }, values: { status: { x: 'gone' } } } },
    statusId: '00000000-0000-4000-8000-000000000000',
  })
  expect(refusal(wrong)).toMatchObject({
    status: 422,
    issues: {
      'mapping.columns.a': expect.any(String),
      'mapping.values.status': expect.any(String),
      statusId: expect.any(String),
    },
  })
  expect(await change(owner, source, { assignedTo: stranger.userId })).toMatchObject({ status: 404 })
  const mail = await it.send(leadSourceRoutes.create, owner, { body: { campaignId, kind: 'email', name: 'By mail' } })
  expect(mail).toMatchObject({ status: 409, body: { code: 'mail_in_unset' } })
})

test('partners who see masked contacts have no part in requests, whatever their role in the campaign', async () => {
  const { source, member, campaignId, db, owner } = await world()
  await postJson(source, { name: 'Dana', about: 'nothing' })
  await settle()
  const partner = await member('Affiliate', { [campaignId]: 'Lead' })
  const all = { campaignId, state: 'all' as const }
  const asked = (as: typeof partner) => it.send(leadSourceRoutes.deliveries, as, { query: all })
  expect((await asked(partner)).body.deliveries).toHaveLength(1)
  await db.updateTable('businesses').set({ masks_contacts: true }).execute()
  it.deps.caches.endAll()
  const [unread] = (await asked(owner)).body.deliveries
  const ids = [unread?._id ?? '']
  const corrections = { about: nextPhone() }
  expect((await asked(partner)).status).toBe(403)
  expect((await it.send(leadSourceRoutes.repair, partner, { body: { ids, corrections } })).status).toBe(403)
  expect((await it.send(leadSourceRoutes.discard, partner, { params: { id: ids[0] ?? '' } })).status).toBe(403)
})
