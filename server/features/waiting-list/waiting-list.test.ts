import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { waitingListRoutes } from '#contract/team/waiting-list.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testInvitations } from '../../testing/test-invitations.ts'
import { refusal } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'

const DAY = 86_400_000
/** The time has 123 milliseconds, because PostgreSQL omits trailing zeros of fractional seconds. */
let now = Math.floor(Date.now() / 1_000) * 1_000 + 123
const it = await testApp({ now: () => new Date(now) })
const { events, invited, accept, personOf } = testInvitations(it)
type As = Partial<Credentials>

async function office() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const { body } = await it.send(waitingListRoutes.changeLink, owner, { body: { isEnabled: true } })
  return { ...business, owner, key: keyOf(body.link.url) }
}
const keyOf = (url: string) => url.split('/').at(-1) ?? ''
const codeOf = (reply: { status: number; body: unknown }) => refusal(reply as never).code
const open = (key: string) => it.send(waitingListRoutes.open, undefined, { params: { key } })
const ask = (as: As, key: string, body: { note?: string; source?: string } = {}) =>
  it.send(waitingListRoutes.ask, as, { params: { key }, body })
const list = async (as: As, query: Record<string, unknown> = {}) =>
  (await it.send(waitingListRoutes.list, as, { query: query as never })).body
const count = async (as: As) => (await it.send(waitingListRoutes.count, as, {})).body.count
const approve = (as: As, body: Record<string, unknown>) =>
  it.send(waitingListRoutes.approve, as, { body: { role: 'Writer', ...body } as never })
const decline = (as: As, body: { ids: string[]; reason?: string }) => it.send(waitingListRoutes.decline, as, { body })
const change = (as: As, body: { ids: string[]; state: 'Waiting' | 'Paused' }) =>
  it.send(waitingListRoutes.change, as, { body })
const own = async (as: As) => (await it.send(waitingListRoutes.own, as, {})).body.requests
const businessesOf = async ({ authorization = '' }: As) =>
  (await it.send(authRoutes.getCurrentUser, { authorization }, {})).body.businesses
const mailsTo = (recipient: string) =>
  it.deps.workerDb
    .selectFrom('messages')
    .select(['subject', 'body'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
/** Creates a person on the waiting list and returns the id of their request. */
async function waiting(key: string, body = {}) {
  const someone = await it.person()
  const reply = await ask(someone, key, body)
  return { ...someone, id: reply.body.request._id }
}

test('the public link shows the business and takes a request to join with a note and its origin', async () => {
  const { owner, key, businessId } = await office()
  const name = `Business ${businessId.slice(-6)}`
  expect(key).toHaveLength(22)
  expect((await open(key)).body.business).toEqual({ _id: businessId, name, image: null })
  const noa = await it.person()
  const reply = await ask(noa, key, { note: 'I worked here before', source: 'website' })
  expect(reply.status).toBe(201)
  const { requests, pagination } = await list(owner)
  expect(requests).toEqual([
    {
      _id: reply.body.request._id,
      state: 'New',
      user: { _id: noa.userId, name: noa.name, image: null },
      email: noa.email,
      phone: null,
      note: 'I worked here before',
      source: 'website',
      askedAt: new Date(now).toISOString(),
    },
  ])
  expect([pagination.total, await count(owner)]).toEqual([1, 1])
  expect(await own(noa)).toEqual([
    {
      _id: reply.body.request._id,
      business: { _id: businessId, name, image: null },
      askedAt: new Date(now).toISOString(),
    },
  ])
})

test('the Owners are notified in the app and by mail; names are only in erasable fields', async () => {
  const { owner, key, businessId } = await office()
  const noa = await waiting(key, { note: 'Hello' })
  const received = async () =>
    (await it.send(notificationRoutes.list, owner, { query: {} })).body.data.filter(
      ({ action }) => action === 'join_asked',
    )
  await waitFor(async () => (await received()).length > 0)
  expect(await received()).toMatchObject([
    { title: `${noa.name} requested to join`, content: { businessId, personName: noa.name } },
  ])
  expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toEqual([
    `${noa.name} requested to join Business ${businessId.slice(-6)}`,
  ])
  const asked = (await events(businessId)).find(({ name }) => name === 'join.asked')
  expect(asked).toMatchObject({
    actor: { userId: noa.userId },
    payload: { requestId: noa.id, userId: noa.userId, source: '' },
    personal: { name: noa.name, email: noa.email, note: 'Hello', from: { ip: '127.0.0.1', agent: 'lightMyRequest' } },
  })
})

test('asking twice is idempotent; a person without a confirmed phone cannot ask', async () => {
  const { owner, key } = await office()
  const noa = await waiting(key)
  const again = await ask(noa, key, { note: 'Please' })
  expect(again.body.request._id).toBe(noa.id)
  expect((await list(owner)).pagination.total).toBe(1)
  expect(await mailsTo(owner.email)).toHaveLength(1)
  expect(codeOf(await ask(await it.person('Pending'), key))).toBe('phone_not_verified')
})

test('approved with a role and campaigns, they are members, Active and notified', async () => {
  const { owner, key, campaignId, businessId } = await office()
  const [noa, dan] = [await waiting(key), await waiting(key)]
  await it.deps.tenants.pool.updateTable('users').set({ status: 'Verified' }).where('id', '=', noa.userId).execute()
  const { status, body } = await approve(owner, {
    ids: [noa.id, dan.id, noa.id],
    role: 'Reader',
    campaigns: [{ campaignId, role: 'Writer' }],
  })
  expect([status, body.count]).toEqual([200, 2])
  for (const someone of [noa, dan])
    expect((await businessesOf(someone)).map((one) => [one.businessId, one.role])).toEqual([[businessId, 'Reader']])
  const { user } = (await it.send(authRoutes.getCurrentUser, { authorization: noa.authorization }, {})).body
  expect(user.status).toBe('Active')
  expect((await mailsTo(noa.email)).at(-1)?.subject).toBe(`Welcome to Business ${businessId.slice(-6)}`)
  expect([await count(owner), await own(noa)]).toEqual([0, []])
  const named = (await events(businessId)).map(({ name }) => name)
  expect(named.filter((name) => name === 'join.approved')).toHaveLength(2)
  expect(named.filter((name) => name === 'member.joined')).toHaveLength(2)
  expect(codeOf(await approve(owner, { ids: [noa.id] }))).toBe('join_request_not_found')
})

test('Admin and campaigns of another business are refused; only Owners decide', async () => {
  const { owner, key, member } = await office()
  const other = await office()
  const noa = await waiting(key)
  expect((await approve(owner, { ids: [noa.id], role: 'Admin' })).status).toBe(422)
  const campaigns = [{ campaignId: other.campaignId, role: 'Reader' }]
  expect(codeOf(await approve(owner, { ids: [noa.id], campaigns }))).toBe('campaign_not_found')
  for (const role of ['Admin', 'Lead'] as const)
    expect(codeOf(await approve(await member(role), { ids: [noa.id] }))).toBe('forbidden')
  for (const reply of [
    await approve(other.owner, { ids: [noa.id] }),
    await decline(other.owner, { ids: [noa.id] }),
    await change(other.owner, { ids: [noa.id], state: 'Paused' }),
  ])
    expect(codeOf(reply)).toBe('join_request_not_found')
  expect(await count(owner)).toBe(1)
})

test('postponed requests are not counted; resumed ones are', async () => {
  const { owner, key } = await office()
  const [noa, dan] = [await waiting(key), await waiting(key)]
  await change(owner, { ids: [noa.id], state: 'Paused' })
  expect(await count(owner)).toBe(1)
  const states = async (state: string) =>
    (await list(owner, { filters: JSON.stringify({ state: [state] }) })).requests.map(({ _id }) => _id)
  expect([await states('Paused'), await states('New')]).toEqual([[noa.id], [dan.id]])
  await change(owner, { ids: [noa.id], state: 'Waiting' })
  expect([await states('Waiting'), await count(owner)]).toEqual([[noa.id], 2])
})

test('a declined person gets the reason, and may ask again after thirty days', async () => {
  const { owner, key, businessId } = await office()
  const noa = await waiting(key)
  await decline(owner, { ids: [noa.id], reason: 'The team is full' })
  const mail = (await mailsTo(noa.email)).at(-1)
  expect(mail?.subject).toBe(`Your request to join Business ${businessId.slice(-6)}`)
  expect(mail?.body).toContain('The team is full')
  expect([await count(owner), await own(noa), await businessesOf(noa)]).toEqual([0, [], []])
  expect(codeOf(await ask(noa, key))).toBe('join_declined')
  const declined = (await events(businessId)).find(({ name }) => name === 'join.declined')
  expect(declined?.personal).toMatchObject({ reason: 'The team is full' })
  now += 30 * DAY + 1
  const later = await it.signIn(noa.userId)
  expect((await ask(later, key)).status).toBe(201)
})

test('a link that was switched off or replaced is unknown', async () => {
  const { owner: before, key } = await office()
  const owner = { ...before, authorization: (await it.signIn(before.userId)).authorization }
  const noa = await it.person()
  const set = async (body: { isEnabled: boolean; renew?: true }) =>
    (await it.send(waitingListRoutes.changeLink, owner, { body })).body.link
  const off = await set({ isEnabled: false })
  expect([keyOf(off.url), off.isEnabled]).toEqual([key, false])
  expect([codeOf(await open(key)), codeOf(await ask(noa, key))]).toEqual(Array(2).fill('join_link_not_found'))
  await set({ isEnabled: true })
  expect((await open(key)).status).toBe(200)
  const renewed = await set({ isEnabled: true, renew: true })
  expect(keyOf(renewed.url)).not.toBe(key)
  expect(codeOf(await open(key))).toBe('join_link_not_found')
  expect((await open(keyOf(renewed.url))).status).toBe(200)
  expect((await it.send(waitingListRoutes.link, owner, {})).body.link).toEqual(renewed)
})

test('members cannot ask, and suspended members cannot return that way', async () => {
  const { key, member, db, businessId } = await office()
  const writer = await member('Writer')
  expect(codeOf(await ask({ authorization: writer.authorization }, key))).toBe('already_member')
  await db
    .updateTable('memberships')
    .set({ suspended_at: new Date(now).toISOString() })
    .where('business_id', '=', businessId)
    .where('user_id', '=', writer.userId)
    .execute()
  expect(codeOf(await ask({ authorization: writer.authorization }, key))).toBe('membership_suspended')
})

test('only the applicant may withdraw; joining by an invitation closes the request', async () => {
  const { owner, key } = await office()
  const [noa, dan] = [await waiting(key), await waiting(key)]
  const withdraw = (as: As, id: string) => it.send(waitingListRoutes.withdraw, as, { params: { id } })
  expect(codeOf(await withdraw(dan, noa.id))).toBe('join_request_not_found')
  expect((await withdraw(noa, noa.id)).status).toBe(200)
  expect((await list(owner)).requests.map(({ _id }) => _id)).toEqual([dan.id])
  const { link } = await invited(owner, { recipient: dan.email })
  expect((await accept(await personOf(dan.email, async () => dan as never), link)).status).toBe(200)
  expect((await list(owner)).requests).toEqual([])
})

test('the list has pages, longest waiting first, and a search', async () => {
  const { owner, key } = await office()
  const people = []
  for (const name of ['Anna Levi', 'Boris', 'Clara']) {
    const someone = await waiting(key)
    await it.deps.tenants.pool
      .updateTable('users')
      .set({ name, ...(name === 'Clara' && { phone: '+972541230099' }) })
      .where('id', '=', someone.userId)
      .execute()
    people.push(someone)
    now += 1_000
  }
  const names = async (query: Record<string, unknown>) =>
    (await list(owner, query)).requests.map(({ user }) => user.name)
  expect(await names({})).toEqual(['Anna Levi', 'Boris', 'Clara'])
  expect(await names({ limit: 2, page: 2 })).toEqual(['Clara'])
  expect(await names({ search: 'levi' })).toEqual(['Anna Levi'])
  expect(await names({ search: '054-123' })).toEqual(['Clara'])
  expect(await names({ search: people[1]?.email })).toEqual(['Boris'])
})

test('of two concurrent decisions about the same requests the second finds none', async () => {
  const { owner, key, member } = await office()
  const second = await member('Owner')
  const noa = await waiting(key)
  const replies = await Promise.all([approve(owner, { ids: [noa.id] }), decline(second, { ids: [noa.id] })])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
})

test('a person who joined another way meanwhile stays unchanged and does not block the others', async () => {
  const { owner, key, db, businessId } = await office()
  const [noa, dan] = [await waiting(key), await waiting(key)]
  await db.insertInto('memberships').values({ business_id: businessId, user_id: noa.userId, role: 'Admin' }).execute()
  expect((await approve(owner, { ids: [noa.id, dan.id] })).status).toBe(200)
  it.deps.caches.endAll()
  expect((await businessesOf(noa)).map(({ role }) => role)).toEqual(['Admin'])
  expect((await businessesOf(dan)).map(({ role }) => role)).toEqual(['Writer'])
  expect(await count(owner)).toBe(0)
})

test('a person asks at most ten businesses a day', async () => {
  const noa = await it.person()
  for (let i = 0; i < 10; i++) expect((await ask(noa, (await office()).key)).status).toBe(201)
  expect((await ask(noa, (await office()).key)).status).toBe(429)
})
