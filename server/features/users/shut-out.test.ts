import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { Failure } from '#contract/common.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { CACHE_MS } from '../../platform/caches.ts'
import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { aPhone, type Credentials, testApp } from '../../testing/test-app.ts'
import { openStream } from '../../testing/test-stream.ts'
import { waitFor } from '../../testing/wait-for.ts'

// Two servers use one database, as behind a load balancer. A change made through the first applies at the second.
const { send, newBusiness } = await testApp({ own: true })
const second = await testApp({ own: true })
const base = await second.listen()

const list = (as: Partial<Credentials>) => second.send(leadRoutes.list, as, { query: {} })
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Failure).code]
const sendLead = async (as: Partial<Credentials>, campaignId: string) => {
  const body = { campaignId, name: 'Dana', phone: aPhone() }
  expect((await send(leadRoutes.create, as, { body })).status).toBe(201)
}

async function office() {
  const business = await newBusiness()
  const owner = await business.member('Owner')
  const writer = await business.member('Writer', [business.campaignId])
  const other = await newBusiness()
  await other.db
    .insertInto('memberships')
    .values({ business_id: other.businessId, user_id: writer.userId, role: 'Owner' })
    .execute()
  return { ...business, owner, writer, other, elsewhere: { ...writer, 'x-business-id': other.businessId } }
}

test.each(['suspend', 'remove'] as const)(
  'after %s another process replies 404 at once, and the person’s other business is unaffected',
  async (act) => {
    const { owner, writer, elsewhere, other } = await office()
    expect((await list(writer)).status).toBe(200)
    const asked = Date.now()
    if (act === 'suspend') await send(teamRoutes.suspend, owner, { params: { id: writer.userId } })
    else await send(teamRoutes.remove, owner, { params: { id: writer.userId }, body: { takeOver: null } })
    await waitFor(async () => (await list(writer)).status === 404)
    // The change takes effect before the cache would expire.
    expect(Date.now() - asked).toBeLessThan(CACHE_MS / 2)
    expect(codeOf(await list(writer))).toEqual([404, 'business_not_found'])
    expect((await list(elsewhere)).status).toBe(200)
    const { body } = await second.send(authRoutes.getCurrentUser, { authorization: writer.authorization }, {})
    expect(body.businesses.map(({ businessId }) => businessId)).toEqual([other.businessId])
  },
)

test('their open event stream gets no more events of that business, but still those of the other one', async () => {
  const { owner, writer, other, campaignId, apiKey } = await office()
  const stream = await openStream(base, writer.authorization)
  await stream.heard('ready')
  await sendLead(await apiKey(), campaignId)
  await stream.heard('change')
  await send(teamRoutes.suspend, owner, { params: { id: writer.userId } })
  await stream.heard('missed')
  const before = stream.changes().length
  await sendLead(await apiKey(), campaignId)
  await sendLead(await other.apiKey(), other.campaignId)
  await waitFor(() => stream.changes().some(({ businessId }) => businessId === other.businessId))
  expect(
    stream
      .changes()
      .slice(before)
      .map(({ businessId }) => businessId),
  ).toEqual([other.businessId])
  // The stream gives no events after reconnecting with the last position either.
  const [ready] = stream.of('ready')
  const again = await openStream(base, writer.authorization, { after: ready?.data ?? '' })
  await waitFor(() => again.changes().some(({ businessId }) => businessId === other.businessId))
  expect(again.changes().map(({ businessId }) => businessId)).toEqual([other.businessId])
})

test('a role in one campaign that was taken away ends with the reply, and at another process at once', async () => {
  const { owner, writer, campaignId } = await office()
  const statusAt = async (server: typeof send) =>
    (await server(campaignRoutes.get, writer, { query: { campaignId } })).status
  expect([await statusAt(send), await statusAt(second.send)]).toEqual([200, 200])
  const asked = Date.now()
  await send(campaignRoutes.change, owner, { params: { id: campaignId }, body: { members: [] } })
  expect(await statusAt(send)).toBe(404)
  await waitFor(async () => (await statusAt(second.send)) === 404)
  expect(Date.now() - asked).toBeLessThan(CACHE_MS / 2)
})

test('a lowered role applies at another process at once', async () => {
  const { owner, member } = await office()
  const partner = await member('Owner')
  expect((await second.send(teamRoutes.list, partner, { query: {} })).status).toBe(200)
  const asked = Date.now()
  await send(teamRoutes.change, owner, { params: { id: partner.userId }, body: { role: 'Reader', password: PASSWORD } })
  await waitFor(async () => (await second.send(teamRoutes.list, partner, { query: {} })).status === 403)
  expect(Date.now() - asked).toBeLessThan(CACHE_MS / 2)
})
