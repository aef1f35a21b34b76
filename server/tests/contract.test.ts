import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#contract/index.ts'
import { campaignRoles, type Role, ranks, type Scope, scopes } from '#contract/roles.ts'
import type { Route } from '#contract/route.ts'
import { signAccessToken } from '../features/auth/tokens.ts'
import { newId } from '../platform/ids.ts'
import { propertiesOf } from '../testing/routes/route-shapes.ts'
import { type Credentials, testApp } from '../testing/test-app.ts'

let it: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  it = await testApp()
})

const all = Object.entries(routes).flatMap(([feature, of]) =>
  Object.entries(of).map(([name, route]) => ({ name: `${feature}.${name}`, route: route as Route })),
)
const closed = all.filter(({ route }) => route.access !== 'public')
const ofBusiness = closed.filter(({ route }) => route.access !== 'user')
const everyRole = Object.keys(ranks) as Role[]

type Input = { params?: object; query?: object; body?: object }
const send = (route: Route, as: Partial<Credentials> | undefined, input: Input = {}) =>
  it.send(route, as, { params: { id: newId(), target: 'lead', key: 'A'.repeat(22) }, ...input } as never)
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

const [edits, bulk, deletes] = [
  ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer'],
  ['Owner', 'Admin', 'Affiliate', 'Lead'],
  ['Owner', 'Admin', 'Lead'],
] as const
/**
 * Access by hand: from the specification's routes (section 2) and the rights beyond its ranking; a member has one role
 * everywhere.
 */
const allowed: Record<string, 'public' | 'user' | readonly Role[]> = {
  'auth.login': 'public',
  'auth.sendEmailCode': 'public',
  'auth.register': 'public',
  'auth.refresh': 'public',
  'auth.logout': 'public',
  'auth.getCurrentUser': 'user',
  'auth.sendPhoneCode': 'user',
  'auth.verifyPhone': 'user',
  'auth.recover': 'public',
  'auth.checkReset': 'public',
  'auth.reset': 'public',
  'auth.removeWayIn': 'public',
  'users.update': 'user',
  'invitations.list': ['Owner'],
  'invitations.create': ['Owner'],
  'invitations.resend': ['Owner'],
  'invitations.link': ['Owner'],
  'invitations.revoke': ['Owner'],
  'invitations.open': 'public',
  'invitations.ask': 'public',
  'invitations.accept': 'user',
  'team.list': ['Owner'],
  'team.change': ['Owner'],
  'team.suspend': ['Owner'],
  'team.resume': ['Owner'],
  'team.assignees': ['Owner'],
  'team.remove': ['Owner'],
  'team.leaving': 'user',
  'team.leave': everyRole,
  'waitingList.list': ['Owner'],
  'waitingList.count': ['Owner'],
  'waitingList.approve': ['Owner'],
  'waitingList.change': ['Owner'],
  'waitingList.decline': ['Owner'],
  'waitingList.link': ['Owner'],
  'waitingList.changeLink': ['Owner'],
  'waitingList.open': 'public',
  'waitingList.ask': 'user',
  'waitingList.own': 'user',
  'waitingList.withdraw': 'user',
  'avatars.user': 'user',
  'avatars.campaign': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'avatars.business': ['Owner'],
  'avatars.other': 'user',
  'profile.sessions': 'user',
  'profile.revokeSession': 'user',
  'profile.revokeOthers': 'user',
  'profile.changePassword': 'user',
  'profile.pendingEmail': 'user',
  'profile.changeEmail': 'user',
  'profile.keepEmail': 'user',
  'profile.confirmEmail': 'public',
  'privacy.leadFile': ['Owner'],
  'privacy.leadHeld': ['Owner'],
  'privacy.eraseLead': ['Owner'],
  'privacy.settings': ['Owner'],
  'privacy.changeSettings': ['Owner'],
  'privacy.erasures': ['Owner'],
  'privacy.ownFile': 'user',
  'privacy.eraseSelf': 'user',
  'twoFactor.get': 'user',
  'twoFactor.start': 'user',
  'twoFactor.confirm': 'user',
  'twoFactor.turnOff': 'user',
  'twoFactor.renewCodes': 'user',
  'twoFactor.signIn': 'public',
  'twoFactor.demand': ['Owner'],
  'passkeys.list': 'user',
  'passkeys.start': 'user',
  'passkeys.add': 'user',
  'passkeys.remove': 'user',
  'passkeys.challenge': 'public',
  'passkeys.signIn': 'public',
  'google.start': 'public',
  'google.finish': 'public',
  'google.link': 'public',
  'google.register': 'public',
  'google.own': 'user',
  'google.unlink': 'user',
  'businesses.create': 'user',
  'businesses.get': everyRole,
  'businesses.change': ['Owner'],
  'businesses.transfer': ['Owner'],
  'businesses.close': ['Owner'],
  'businesses.reopen': ['Owner'],
  'statuses.list': ['Owner'],
  'statuses.create': ['Owner'],
  'statuses.change': ['Owner'],
  'statuses.order': ['Owner'],
  'statuses.remove': ['Owner'],
  'statuses.start': ['Owner'],
  'apiKeys.list': ['Owner'],
  'apiKeys.create': ['Owner'],
  'apiKeys.change': ['Owner'],
  'apiKeys.remove': ['Owner'],
  'apiKeys.payloads': ['Owner'],
  'audit.list': ['Owner'],
  'audit.choices': ['Owner'],
  'audit.exportLink': ['Owner'],
  'campaigns.list': ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer', 'Reader'],
  'campaigns.names': everyRole,
  'campaigns.search': everyRole,
  'campaigns.get': everyRole,
  'campaigns.people': everyRole,
  'campaigns.create': ['Owner', 'Admin', 'Affiliate'],
  'campaigns.change': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'campaigns.remove': ['Owner', 'Admin', 'Affiliate'],
  'recipients.list': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'recipients.ask': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'recipients.open': 'public',
  'recipients.decide': 'public',
  'forms.list': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'forms.create': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'forms.preview': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'forms.get': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'forms.change': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'forms.remove': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'forms.payloads': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'leads.list': everyRole,
  'leads.create': edits,
  'leads.duplicates': edits,
  'leads.sources': everyRole,
  'leads.tags': everyRole,
  'leads.remove': deletes,
  'leads.restore': deletes,
  'leads.get': everyRole,
  'leads.change': edits,
  'leads.read': everyRole,
  'leads.history': everyRole,
  'leads.comment': edits,
  'calls.list': ['Owner'],
  'calls.summary': ['Owner'],
  'calls.exportLink': ['Owner'],
  'calls.ofLead': everyRole,
  'leadCalls.last': everyRole,
  'leadCounts.byStatus': everyRole,
  'calls.get': everyRole,
  'calls.recordingLink': everyRole,
  'calls.listens': ['Owner'],
  'calls.blacklist': bulk,
  'blacklist.list': bulk,
  'blacklist.create': bulk,
  'blacklist.ofLead': bulk,
  'blacklist.remove': bulk,
  'dashboard.get': everyRole,
  'dashboard.audits': ['Owner'],
  'operations.create': bulk,
  'operations.list': bulk,
  'operations.get': bulk,
  'operations.undo': bulk,
  'operations.cancel': bulk,
  'notifications.list': 'user',
  'notifications.count': 'user',
  'notifications.markAllAsRead': 'user',
  'notifications.read': 'user',
  'notifications.remove': 'user',
  'notificationSettings.own': everyRole,
  'notificationSettings.changeOwn': everyRole,
  'notificationSettings.test': everyRole,
  'notificationSettings.business': ['Owner'],
  'notificationSettings.changeBusiness': ['Owner'],
  'notificationSettings.templates': ['Owner'],
  'notificationSettings.changeTemplate': ['Owner'],
  'numbers.connection': ['Owner', 'Admin'],
  'numbers.connect': ['Owner'],
  'numbers.disconnect': ['Owner'],
  'numbers.areas': ['Owner', 'Admin'],
  'numbers.search': ['Owner', 'Admin'],
  'numbers.order': ['Owner', 'Admin'],
  'numbers.getOrder': ['Owner', 'Admin'],
  'numbers.list': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'numbers.get': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'numbers.change': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'numbers.release': ['Owner', 'Admin'],
  'numbers.testCall': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'softphone.token': everyRole,
  'softphone.presence': everyRole,
  'softphone.leave': everyRole,
  'softphone.ringing': everyRole,
  'health.get': 'public',
  'health.live': 'public',
  'health.ready': 'public',
}
/** Rights on a campaign's rows, which depend only on the role in the campaign. */
const byCampaignRole = [
  'avatars.campaign',
  'campaigns.change',
  'campaigns.remove',
  'recipients.list',
  'recipients.ask',
  'forms.list',
  'forms.create',
  'forms.preview',
  'forms.get',
  'forms.change',
  'forms.remove',
  'forms.payloads',
  'numbers.list',
  'numbers.get',
  'numbers.change',
  'numbers.testCall',
  'leads.create',
  'leads.duplicates',
  'leads.remove',
  'leads.restore',
  'leads.change',
  'leads.comment',
  'operations.create',
  'operations.list',
  'operations.get',
  'operations.undo',
  'operations.cancel',
  'calls.blacklist',
  'blacklist.list',
  'blacklist.create',
  'blacklist.ofLead',
  'blacklist.remove',
]
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
  'leads.create': 'leads:write',
  'calls.list': 'calls:read',
  'calls.get': 'calls:read',
}

test('the walk covers every route, and the tables above list each', () => {
  expect(all.map(({ name }) => name).sort()).toEqual(Object.keys(allowed).sort())
  expect(closed.length).toBeGreaterThan(30)
})

test.each(section7)('%s %s exists with the names of the specification', async (method, path, sends, reads) => {
  const [route] = all.flatMap(({ route }) =>
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

test.each(all)('$name is mounted', ({ route }) => {
  expect(it.app.hasRoute({ method: route.method, url: `/api${route.path}` })).toBe(true)
})

describe('access', () => {
  test.each(all)('$name: $route.access', async ({ name, route }) => {
    const who = allowed[name] ?? []
    if (typeof who === 'string') return expect(route.access).toBe(who)
    const { member, campaignId } = await it.newBusiness()
    const refused: Role[] = []
    for (const role of everyRole) {
      const isCampaignRole = (campaignRoles as readonly Role[]).includes(role)
      const { status } = await send(route, await member(role, isCampaignRole ? [campaignId] : []))
      if (status === 403) refused.push(role)
    }
    expect(refused).toEqual(everyRole.filter((role) => !who.includes(role)))
  })

  test.each(ofBusiness.filter(({ name }) => byCampaignRole.includes(name)))(
    '$name by the role in a campaign only',
    async ({ name, route }) => {
      const { member, campaignId } = await it.newBusiness()
      for (const role of campaignRoles) {
        expect([role, (await send(route, await member(role))).status]).toEqual([role, 403])
        const { status } = await send(route, await member('None', { [campaignId]: role }))
        expect([role, status === 403]).toEqual([role, !(allowed[name] as readonly Role[]).includes(role)])
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
      'lk_live_aaaaaaaa_bbbb',
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
    await it.deps.tenants.pool
      .updateTable('sessions')
      .set({ revoked_at: new Date(now).toISOString() })
      .where('id', '=', sessionId)
      .execute()
    it.deps.access.invalidate()
    expect(await codeOf(send(route, owner))).toEqual([401, 'unauthenticated'])
  })

  test('is open to a person without a confirmed phone only if declared', async () => {
    const { member } = await it.newBusiness()
    const owner = await member('Owner')
    await it.deps.tenants.pool.updateTable('users').set({ status: 'Pending' }).where('id', '=', owner.userId).execute()
    it.deps.access.invalidate()
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
    it.deps.access.invalidate()
    expect(await codeOf(send(route, owner))).toEqual([403, 'two_factor_required'])
    await it.deps.tenants.pool
      .updateTable('sessions')
      .set({ second_factor: 'code' })
      .where('id', '=', owner.sessionId)
      .execute()
    it.deps.access.invalidate()
    expect((await codeOf(send(route, owner)))[1]).not.toBe('two_factor_required')
  })
})

/** A token with the algorithm "none". */
function unsigned({ userId, sessionId }: { userId: string; sessionId: string }, now: number) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none', typ: 'JWT' })}.${part({ sub: userId, sid: sessionId, exp: Math.floor(now / 1_000) + 900 })}.`
}
