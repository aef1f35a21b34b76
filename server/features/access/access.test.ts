import { expect, test } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'
import { refusal } from '../../testing/test-leads.ts'

const it = await testApp({ env: { PERSON_RATE: '3' } })

test('a person above the rate limit waits; another one does not', async () => {
  const business = await it.newBusiness()
  const [one, other] = [await business.member('Owner'), await business.member('Owner')]
  const list = (as: typeof one) => it.send(leadRoutes.list, as, { query: {} })
  for (const left of ['2', '1', '0']) {
    const reply = await list(one)
    expect([reply.status, reply.headers['x-ratelimit-remaining']]).toEqual([200, left])
  }
  const refused = await list(one)
  expect(refused).toMatchObject({ status: 429, body: { success: false, code: 'too_many_requests' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await list(other)).status).toBe(200)
})

test('a key with only the sending scope learns nothing of an existing lead', async () => {
  const business = await it.newBusiness()
  const [owner, sender, reader] = [
    await business.member('Owner'),
    await business.apiKey(['leads:write']),
    await business.apiKey(['leads:write', 'leads:read']),
  ]
  const phone = aPhone()
  const known = { name: 'Dana Levi', phone, email: 'dana@example.test', value: 500_00, campaignId: business.campaignId }
  const first = await it.send(leadRoutes.create, owner, { body: known })
  const { _id: id } = first.body.lead
  const { won, new: unworked } = business.statusIds
  await it.send(leadRoutes.change, owner, { params: { id }, body: { statusId: won } })
  await business.db.updateTable('leads').set({ created_at: '2020-01-01T00:00:00Z' }).where('id', '=', id).execute()
  const guess = { body: { name: 'Another', phone, campaignId: business.campaignId } }
  const { status, body } = await it.send(leadRoutes.create, sender, guess)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    duplicate: true,
    lead: { _id: id, name: 'Another', phone, email: null, value: null, statusId: unworked, status: 'New' },
  })
  expect(Date.now() - Date.parse(body.lead.date)).toBeLessThan(60_000)
  expect(JSON.stringify(body)).not.toContain('dana@example.test')
  expect((await it.send(leadRoutes.create, reader, guess)).body.lead).toMatchObject({
    name: 'Dana Levi',
    value: 500_00,
    statusId: won,
    date: '2020-01-01T00:00:00Z',
  })
})

test('a suspended member has no access to the business, whatever their role, nor by a link given to them', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const others = [await business.member('Admin'), await business.member('Lead', [business.campaignId])]
  const status = async (as: typeof owner) => refusal(await it.send(leadRoutes.list, as, { query: {} }))
  for (const { userId } of others)
    await business.db
      .updateTable('memberships')
      .set({ suspended_at: new Date().toISOString() })
      .where('business_id', '=', business.businessId)
      .where('user_id', '=', userId)
      .execute()
  it.deps.caches.endAll()
  for (const suspended of others) {
    expect(await status(suspended)).toMatchObject({ status: 404, code: 'business_not_found' })
    expect(await it.deps.access.findMember({ ...suspended, businessId: business.businessId })).toBeUndefined()
  }
  expect((await it.send(leadRoutes.list, owner, { query: {} })).status).toBe(200)
})
