import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import type { Failure } from '#contract/common.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { userRoutes } from '#contract/team/users.ts'
import { testApp } from '../../testing/test-app.ts'

const world = await testApp({ env: { SUPPORT_URL: 'https://help.example.com' } })
const { deps, send, newBusiness, person } = world

const set = (userId: string, values: { name?: string; email?: string; phone?: string }) =>
  deps.tenants.pool.updateTable('users').set(values).where('id', '=', userId).execute()
const codeOf = ({ body }: { body: unknown }) => (body as Failure).code

async function office() {
  const business = await newBusiness()
  const owner = await business.member('Owner')
  const writer = await business.member('Writer', [business.campaignId])
  const second = await business.campaign({ name: 'Balconies' })
  const affiliate = await business.member('Affiliate', { [business.campaignId]: 'Reader', [second]: 'Affiliate' })
  await set(owner.userId, { name: 'אורית בעלים', phone: '+972541234567' })
  await set(writer.userId, { name: 'Walter 50%_Writer', email: `walter-${writer.userId}@example.test` })
  await set(affiliate.userId, { name: 'Affi' })
  const list = async (query: Record<string, unknown> = {}) => {
    const { body } = await send(teamRoutes.list, owner, { query: query as { search?: string } })
    return body
  }
  return { business, owner, writer, affiliate, second, list }
}

test('an Owner sees the members, with their campaigns and roles', async () => {
  const { business, owner, writer, affiliate, second, list } = await office()
  await office() // another business
  const { users, pagination } = await list()
  expect(pagination).toEqual({ page: 1, limit: 10, total: 3, totalIsExact: true, pages: 1 })
  expect(users.map(({ _id, role, name }) => [_id, role, name])).toEqual([
    [owner.userId, 'Owner', 'אורית בעלים'],
    [writer.userId, 'Writer', 'Walter 50%_Writer'],
    [affiliate.userId, 'Affiliate', 'Affi'],
  ])
  expect(users[0]).toMatchObject({
    status: 'Active',
    phone: '+972541234567',
    email: owner.email,
    campaigns: [],
    image: null,
  })
  expect(users[2]?.campaigns).toEqual([
    { _id: second, name: 'Balconies', role: 'Affiliate', hearsCalls: false, exportsCalls: false, exportsLeads: false },
    {
      _id: business.campaignId,
      name: 'Kitchens',
      role: 'Reader',
      hearsCalls: false,
      exportsCalls: false,
      exportsLeads: false,
    },
  ])
})

test('members with a second factor are marked: a confirmed authenticator app or a passkey', async () => {
  const { owner, affiliate, list } = await office()
  const marked = async () => (await list()).users.map(({ hasTwoFactor }) => hasTwoFactor)
  const { pool } = deps.tenants
  const begun = { user_id: owner.userId, secret: Buffer.alloc(1) }
  await pool.insertInto('two_factor').values(begun).execute()
  expect(await marked()).toEqual([false, false, false])
  const now = new Date().toISOString()
  await pool.updateTable('two_factor').set({ confirmed_at: now }).where('user_id', '=', owner.userId).execute()
  const key = { id: affiliate.userId, user_id: affiliate.userId, credential_id: affiliate.userId, name: 'Phone' }
  const made = { public_key: Buffer.alloc(1), counter: 0, transports: [], created_at: now }
  await pool
    .insertInto('passkeys')
    .values({ ...key, ...made })
    .execute()
  expect(await marked()).toEqual([true, false, true])
})

test('members are found by name, e-mail and phone in any formatting; wildcards are literal', async () => {
  const { writer, list } = await office()
  const found = async (search: string) => (await list({ search })).users.map(({ name }) => name)
  expect(await found('בעל')).toEqual(['אורית בעלים'])
  expect(await found('WALTER-')).toEqual(['Walter 50%_Writer'])
  expect(await found(writer.userId)).toEqual(['Walter 50%_Writer'])
  expect(await found('054-123')).toEqual(['אורית בעלים'])
  expect(await found('+972 54 1234567')).toEqual(['אורית בעלים'])
  expect(await found('%_w')).toEqual(['Walter 50%_Writer'])
  expect(await found('%%')).toEqual([])
  expect((await list({ search: 'no such member' })).pagination).toMatchObject({ total: 0, pages: 0 })
})

test('the list has pages, and filters by role and status', async () => {
  const { owner, writer, affiliate, list } = await office()
  const ids = async (query: Record<string, unknown>) => (await list(query)).users.map(({ _id }) => _id)
  expect(await ids({ limit: 2, page: 2 })).toEqual([affiliate.userId])
  expect(await ids({ limit: 2, page: 3 })).toEqual([])
  expect(await ids({ filters: JSON.stringify({ role: ['Owner', 'Writer'] }) })).toEqual([owner.userId, writer.userId])
  expect(await ids({ filters: JSON.stringify({ status: ['Pending'] }) })).toEqual([])
})

test('invalid queries are refused, not corrected', async () => {
  const { owner } = await office()
  const queries = [
    { page: 0 },
    { limit: 101 },
    { filters: '{' },
    { filters: '{"rank":1}' },
    { filters: '{"role":[]}' },
    { search: 'a\0' },
  ]
  for (const query of queries) {
    const reply = await send(teamRoutes.list, owner, { query: query as { page?: number } })
    expect([reply.status, codeOf(reply)]).toEqual([422, 'invalid_input'])
  }
})

test('only Owners see the list', async () => {
  const { business, writer } = await office()
  for (const caller of [writer, await business.member('Admin')]) {
    expect(codeOf(await send(teamRoutes.list, caller, { query: {} }))).toBe('forbidden')
  }
})

test('a person sees their account and all their businesses', async () => {
  const [first, second] = [await newBusiness(), await newBusiness()]
  await newBusiness()
  const member = await first.member('Writer')
  await second.db
    .insertInto('memberships')
    .values({ business_id: second.businessId, user_id: member.userId, role: 'Owner' })
    .execute()
  const { body } = await send(authRoutes.getCurrentUser, { authorization: member.authorization }, {})
  expect(body.user).toEqual({
    _id: member.userId,
    name: member.name,
    email: member.email,
    phone: null,
    image: null,
    status: 'Active',
    userLanguage: 'en',
    leadView: 'table',
    callsFrom: null,
    lastBusinessId: null,
    tableViews: {},
  })
  expect(body.businesses.map(({ businessId, role, business }) => [businessId, role, business._id])).toEqual([
    [first.businessId, 'Writer', first.businessId],
    [second.businessId, 'Owner', second.businessId],
  ])
  expect(body.supportUrl).toBe('https://help.example.com')
})

test('they change their own name, language, view and last business', async () => {
  const business = await newBusiness()
  const member = await business.member('Reader')
  const changes = {
    name: '  דנה <b>"לוי"</b> 🏠 ',
    userLanguage: 'he',
    leadView: 'cards',
    lastBusinessId: business.businessId,
  } as const
  const { status, body } = await send(userRoutes.update, member, { body: changes })
  expect(status).toBe(200)
  expect(body.updatedUser).toMatchObject({ ...changes, name: 'דנה <b>"לוי"</b> 🏠' })
  const current = await send(authRoutes.getCurrentUser, member, {})
  expect(current.body.user).toEqual(body.updatedUser)
})

test('they store their table views, and can reset them', async () => {
  const someone = await person()
  const column = (key: string, isShown: boolean, width?: number) => ({ key, isShown, ...(width && { width }) })
  const save = (leads: unknown) => send(userRoutes.update, someone, { body: { tableViews: { leads } } as never })
  const kept = async () => (await send(authRoutes.getCurrentUser, someone, {})).body.user.tableViews

  const columns = [column('phone', true, 140), column('name', false), column('no_such', true), column('phone', false)]
  const { status, body } = await save({ columns, density: 'comfortable' })
  expect(status).toBe(200)
  const known = { leads: { columns: columns.slice(0, 2), density: 'comfortable' } }
  expect(body.updatedUser.tableViews).toEqual(known)
  expect(await kept()).toEqual(known)

  const bad = [
    { columns: [column('phone', true, 55)], density: 'compact' },
    { columns: [column('phone', true, 641)], density: 'compact' },
    { columns: [column('phone', true, 99.5)], density: 'compact' },
    { columns: Array.from({ length: 151 }, () => column('phone', true)), density: 'compact' },
    { columns: [], density: 'tight' },
    { columns: [] },
    'compact',
  ]
  for (const view of bad) expect((await save(view)).status).toBe(422)
  await send(userRoutes.update, someone, { body: { name: 'Another Name' } })
  expect(await kept()).toEqual(known)

  expect((await save(null)).status).toBe(200)
  expect(await kept()).toEqual({})
})

test('a name is at least two characters and no e-mail; other fields cannot be changed', async () => {
  const someone = await person()
  const refusals = [
    { name: 'x' },
    { name: 'a@b.test' },
    { name: 'x'.repeat(51) },
    { name: 'a\0b' },
    { name: 'a\ud800b' },
    {},
    { email: 'x@y.test' },
  ]
  for (const body of refusals) {
    expect((await send(userRoutes.update, someone, { body: body as { name: string } })).status).toBe(422)
  }
  const { body } = await send(authRoutes.getCurrentUser, someone, {})
  expect(body.user).toMatchObject({ name: someone.name, email: someone.email })
})

test("the last business is one of one's own", async () => {
  const foreign = await newBusiness()
  const someone = await person()
  const reply = await send(userRoutes.update, someone, { body: { lastBusinessId: foreign.businessId } })
  expect([reply.status, codeOf(reply)]).toEqual([404, 'business_not_found'])
})

test('a signed-out request gets nothing', async () => {
  expect((await send(authRoutes.getCurrentUser, undefined, {})).status).toBe(401)
  expect((await send(userRoutes.update, undefined, { body: { name: 'Dana' } })).status).toBe(401)
})
