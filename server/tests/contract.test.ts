import { beforeAll, describe, expect, test } from 'vitest'
import { type Scope, scopes } from '#contract/auth/scopes.ts'
import { campaignRoles, type Role, ranks } from '#contract/roles.ts'
import type { Route } from '#contract/route.ts'
import { signAccessToken } from '../features/access/access-tokens.ts'
import { newId } from '../platform/ids.ts'
import { allRoutes, samples, unmatched } from '../testing/routes/all-samples.ts'
import { propertiesOf } from '../testing/routes/route-shapes.ts'
import { type Credentials, testApp } from '../testing/test-app.ts'

let it: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  it = await testApp()
})

const closed = allRoutes.filter(({ route }) => route.access !== 'public')
const ofBusiness = closed.filter(({ route }) => route.access !== 'user')
const everyRole = Object.keys(ranks) as Role[]

type Input = { params?: object; query?: object; body?: object }
const send = (route: Route, as: Partial<Credentials> | undefined, input: Input = {}) =>
  it.send(route, as, {
    params: {
      id: newId(),
      userId: newId(),
      commentId: newId(),
      fileId: newId(),
      numberId: newId(),
      target: 'lead',
      key: 'A'.repeat(22),
    },
    ...input,
  } as never)
const codeOf = async (reply: ReturnType<typeof send>) => {
  const { status, body } = await reply
  return [status, (body as { code?: string }).code]
}

// Specification, section 7: input and reply of each route, by hand.
const section7: [method: string, path: string, sends: string[], reads: string[]][] = [
  ['POST', '/auth/login', ['email', 'password'], ['success', 'accessToken', 'message']],
  [
    'POST',
    '/auth/register',
    ['name', 'email', 'phone', 'password', 'passwordConfirmation', 'terms'],
    ['success', 'accessToken', 'user', 'message'],
  ],
  ['GET', '/auth/getCurrentUser', [], ['user', 'businesses']],
  ['GET', '/auth/users', ['page', 'limit', 'filters', 'search'], ['users', 'pagination']],
  ['GET', '/user/campaign/', ['page', 'limit', 'filters'], ['campaigns', 'pagination']],
  ['GET', '/user/campaign/info', ['campaignId'], []],
  ['POST', '/user/campaign/:id/delete', [], ['success']],
  ['GET', '/user/campaign/search', ['search'], ['success', 'campaigns']],
  ['GET', '/lead/', ['campaignId', 'page', 'limit', 'filters', 'search', 'all'], ['leads', 'pagination']],
  ['POST', '/lead/delete', ['leadIds', 'campaignId'], ['success', 'message']],
  ['POST', '/user/update', ['name'], ['success', 'updatedUser']],
  ['POST', '/user/avatar', ['avatar'], ['success', 'image']],
  ['POST', '/user/campaign/avatar', ['avatar', 'campaignId'], ['success', 'image']],
  ['POST', '/business/avatar', ['avatar'], ['success', 'image']],
  ['GET', '/user/notifications', ['read'], ['data']],
  ['GET', '/user/notifications/count', [], ['success', 'result']],
  ['POST', '/user/notifications/markAllAsRead', [], []],
  ['POST', '/user/notifications/read', ['id', 'status'], []],
  ['POST', '/user/notifications/delete', ['id'], []],
  // Not in the specification.
  ['POST', '/auth/logout', [], ['success']],
  ['POST', '/business/api-keys', ['name', 'scopes', 'campaignIds'], ['success', 'apiKey', 'key']],
  ['POST', '/lead', ['name', 'phone', 'email', 'campaignId', 'source', 'duplicate'], ['success', 'lead', 'duplicate']],
]

const isRefused = (name: string, role: Role) => samples[name]?.allowed[everyRole.indexOf(role)] === '3'
/** Routes open to Pending people: the code screen and the profile. Signing out needs no session. */
const forPending = [
  ...['auth.getCurrentUser', 'auth.sendPhoneCode', 'auth.verifyPhone', 'users.update', 'avatars.user'],
  ...['profile.sessions', 'profile.revokeSession', 'profile.revokeOthers', 'profile.changePassword'],
  ...['profile.pendingEmail', 'profile.changeEmail', 'profile.keepEmail', 'privacy.ownFile', 'privacy.eraseSelf'],
  ...['twoFactor.get', 'twoFactor.start', 'twoFactor.confirm', 'twoFactor.turnOff', 'twoFactor.renewCodes'],
  ...['passkeys.list', 'passkeys.start', 'passkeys.add', 'passkeys.remove'],
  ...['google.own', 'google.unlink'],
]
const forKeys: Record<string, Scope> = {
  'leads.list': 'leads:read',
  'leads.get': 'leads:read',
  'leadFields.list': 'leads:read',
  'leads.create': 'leads:write',
  'leads.change': 'leads:write',
  'campaigns.names': 'campaigns:read',
  'statuses.list': 'settings:read',
  'meetings.list': 'meetings:read',
  'conversations.messages': 'messages:read',
  'webhooks.list': 'webhooks:write',
  'webhooks.create': 'webhooks:write',
  'webhooks.remove': 'webhooks:write',
  'calls.list': 'calls:read',
  'calls.get': 'calls:read',
}

test('the walk covers every route, and each has a sample', () => {
  expect(unmatched).toEqual([])
  expect(closed.length).toBeGreaterThan(30)
})

test.each(section7)('%s %s exists with the names of the specification', async (method, path, sends, reads) => {
  const [route] = allRoutes.flatMap(({ route }) =>
    route.method === method && route.path === path.replace(/\/$/, '') ? [route] : [],
  )
  if (!route) throw new Error('not in the contract')
  const shapes = [route.query, route.body, route.params].map(propertiesOf)
  const sent = [...shapes.flatMap(Object.keys), route.upload?.field]
  expect(sent).toEqual(expect.arrayContaining(sends))
  expect(Object.keys(propertiesOf(route.reply))).toEqual(expect.arrayContaining(reads))
  const { statusCode } = await it.app.inject({ method: method as 'GET', url: `/api${path.replace(':id', newId())}` })
  expect([404, 405]).not.toContain(statusCode)
})

test.each(allRoutes)('$name is mounted', ({ route }) => {
  expect(it.app.hasRoute({ method: route.method, url: `/api${route.path}` })).toBe(true)
})

describe('access', () => {
  test.each(allRoutes)('$name: $route.access', async ({ name, route }) => {
    const open = samples[name]?.open
    if (open) return expect(route.access).toBe(open)
    const { member, campaignId } = await it.newBusiness()
    const refused: Role[] = []
    for (const role of everyRole) {
      const isCampaignRole = (campaignRoles as readonly Role[]).includes(role)
      const { status } = await send(route, await member(role, isCampaignRole ? [campaignId] : []))
      if (status === 403) refused.push(role)
    }
    expect(refused).toEqual(everyRole.filter((role) => isRefused(name, role)))
  })

  test.each(ofBusiness.filter(({ name }) => samples[name]?.byCampaignRole))(
    '$name by the role in a campaign only',
    async ({ name, route }) => {
      const { member, campaignId } = await it.newBusiness()
      for (const role of campaignRoles) {
        expect([role, (await send(route, await member(role))).status]).toEqual([role, 403])
        const { status } = await send(route, await member('None', { [campaignId]: role }))
        expect([role, status === 403]).toEqual([role, isRefused(name, role)])
      }
    },
  )
})

describe.each(closed)('$name', ({ name, route }) => {
  test('refuses missing, forged, expired and revoked tokens', async () => {
    const { member } = await it.newBusiness()
    const { userId, sessionId, ...owner } = await member('Owner')
    const now = Date.now()
    const of = { userId, sessionId }
    const tokens = [
      'x',
      await signAccessToken('y'.repeat(40), of, new Date(now)),
      await signAccessToken(it.env.secretKey, of, new Date(now - 16 * 60_000)),
      await signAccessToken(it.env.secretKey, { userId, sessionId: newId() }, new Date(now)),
      await signAccessToken(it.env.secretKey, { userId: newId(), sessionId }, new Date(now)),
      unsigned(of, now),
    ]
    expect(await codeOf(send(route, undefined))).toEqual([401, 'unauthenticated'])
    for (const token of tokens)
      expect(await codeOf(send(route, { ...owner, authorization: `Bearer ${token}` }))).toEqual([
        401,
        'unauthenticated',
      ])
    const unknownKey = { ...owner, authorization: 'Bearer lk_live_aaaaaaaa_bbbb' }
    expect(await codeOf(send(route, unknownKey))).toEqual([401, 'api_key_unknown'])
    await it.deps.tenants.pool
      .updateTable('sessions')
      .set({ revoked_at: new Date(now).toISOString() })
      .where('id', '=', sessionId)
      .execute()
    it.deps.caches.endAll()
    expect(await codeOf(send(route, owner))).toEqual([401, 'unauthenticated'])
  })

  test('is open to a person without a confirmed phone only if declared', async () => {
    const { member } = await it.newBusiness()
    const owner = await member('Owner')
    await it.deps.tenants.pool.updateTable('users').set({ status: 'Pending' }).where('id', '=', owner.userId).execute()
    it.deps.caches.endAll()
    const [status, code] = await codeOf(send(route, owner))
    expect([status === 403, code === 'phone_not_verified']).toEqual(Array(2).fill(!forPending.includes(name)))
  })

  test('is open to API keys only by its scope', async () => {
    const { apiKey } = await it.newBusiness()
    const scope = forKeys[name]
    const others = scopes.filter((other) => other !== scope)
    expect(await codeOf(send(route, await apiKey(others)))).toEqual([403, 'forbidden'])
    if (scope) expect([401, 403]).not.toContain((await send(route, await apiKey([scope]))).status)
  })
})

describe.each(ofBusiness)('$name', ({ route }) => {
  test('requires a business, and refuses other businesses', async () => {
    const [ours, theirs] = [await it.newBusiness(), await it.newBusiness()]
    const { authorization } = await ours.member('Owner')
    expect(await codeOf(send(route, { authorization }))).toEqual([400, 'business_required'])
    for (const id of [theirs.businessId, newId(), 'x', "' or 1=1"])
      expect(await codeOf(send(route, { authorization, 'x-business-id': id }))).toEqual([404, 'business_not_found'])
  })

  test('refuses a session without a second factor if the business requires one', async () => {
    const { member, db } = await it.newBusiness()
    const owner = await member('Owner')
    await db.updateTable('businesses').set({ requires_two_factor: true }).execute()
    it.deps.caches.endAll()
    expect(await codeOf(send(route, owner))).toEqual([403, 'two_factor_required'])
    await it.deps.tenants.pool
      .updateTable('sessions')
      .set({ second_factor: 'code' })
      .where('id', '=', owner.sessionId)
      .execute()
    it.deps.caches.endAll()
    expect((await codeOf(send(route, owner)))[1]).not.toBe('two_factor_required')
  })
})

/** A token with the algorithm "none". */
function unsigned({ userId, sessionId }: { userId: string; sessionId: string }, now: number) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none', typ: 'JWT' })}.${part({ sub: userId, sid: sessionId, exp: Math.floor(now / 1_000) + 900 })}.`
}
