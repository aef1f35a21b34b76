import { beforeAll, describe, expect, test } from 'vitest'
import type { Form } from '#contract/forms.ts'
import { routes } from '#contract/index.ts'
import type { Route } from '#contract/route.ts'
import { newId } from '../platform/ids.ts'
import { PASSWORD } from '../testing/accounts/test-accounts.ts'
import { idsOf } from '../testing/routes/route-shapes.ts'
import { aPhone, type Credentials, testApp } from '../testing/test-app.ts'
import { testCalls } from '../testing/test-calls.ts'
import { aForm } from '../testing/test-forms.ts'
import { aRouting, testNumber } from '../testing/test-numbers.ts'

let it: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  it = await testApp()
})

const closed = Object.entries(routes)
  .flatMap(([feature, of]) =>
    Object.entries(of).map(([name, route]) => ({ name: `${feature}.${name}`, route: route as Route })),
  )
  .filter(({ route }) => route.access !== 'public')

type Input = { params?: object; query?: object; body?: object }
const send = (route: Route, as: Partial<Credentials> | undefined, input: Input = {}) =>
  it.send(route, as, { params: { id: newId(), target: 'lead', key: 'A'.repeat(22) }, ...input } as never)

type World = {
  lead: string
  campaign: string
  link: string
  call: string
  entry: string
  status: string
  user: string
  /** A member other than the Owner. */
  colleague: string
  session: string
  passkey: string
  key: string
  form: string
  number: string
  order: string
  invitation: string
  request: string
  notification: string
  operation: string
  business: string
}
type Foreign = (theirs: World, ours: World) => Input
/** Cursors and filters: another business's ids find nothing. */
const SAYS_NOTHING = 'says nothing'
const byParams =
  (of: keyof World, body?: object): Foreign =>
  (theirs) => ({ params: { id: theirs[of] }, ...(body && { body }) })
const trashing = { kind: 'delete' }
const ringing = ({ user }: World) => ({
  ...aRouting().ring,
  targets: [{ kind: 'softphone', userId: user }],
})
const aStatus = { nameHe: 'נשלח קטלוג', nameEn: 'Catalogue sent', hue: 'teal', type: 'Ongoing' }
const aLead = { name: 'Dana Levi', phone: aPhone() }
/** Ids that are field values: an unknown one is invalid input. */
const unknownValues = ['takeOver', 'replacement']
/** A status id is a field value of a lead, but an object of the statuses' routes. */
const isUnknownValue = (route: string, field: string) =>
  unknownValues.includes(field) || (field === 'statusId' && !route.startsWith('statuses.'))
/** For each id of each route: an otherwise valid request with the id of another business. */
const foreign: Record<string, Record<string, Foreign | typeof SAYS_NOTHING>> = {
  'users.update': { 'body.lastBusinessId': (theirs) => ({ body: { lastBusinessId: theirs.business } }) },
  'team.list': { 'query.filters.campaign': SAYS_NOTHING },
  'team.change': {
    'params.id': byParams('user', { role: 'Reader' }),
    'body.campaigns.campaignId': (theirs, ours) => ({
      params: { id: ours.colleague },
      body: { campaigns: [{ campaignId: theirs.campaign, role: 'Reader', hearsCalls: false }] },
    }),
  },
  'team.suspend': { 'params.id': byParams('user') },
  'team.resume': { 'params.id': byParams('user') },
  'team.assignees': { 'params.id': byParams('user') },
  'team.remove': {
    'params.id': byParams('user', { takeOver: null }),
    'body.takeOver': (theirs, ours) => ({ params: { id: ours.colleague }, body: { takeOver: theirs.user } }),
  },
  'profile.revokeSession': { 'params.id': byParams('session') },
  'passkeys.remove': { 'params.id': byParams('passkey') },
  'invitations.create': {
    'body.campaigns.campaignId': (theirs) => ({
      body: {
        recipients: ['dana@example.test'],
        role: 'Reader',
        language: 'he',
        campaigns: [{ campaignId: theirs.campaign, role: 'Reader' }],
      },
    }),
  },
  'invitations.resend': { 'params.id': byParams('invitation') },
  'invitations.link': { 'params.id': byParams('invitation') },
  'invitations.revoke': { 'params.id': byParams('invitation') },
  'invitations.accept': {
    'params.id': (theirs) => ({ params: { id: theirs.invitation, token: 'A'.repeat(43) } }),
  },
  'waitingList.approve': {
    'body.ids': (theirs) => ({ body: { ids: [theirs.request], role: 'Reader' } }),
    'body.campaigns.campaignId': (theirs, ours) => ({
      body: { ids: [ours.request], role: 'Reader', campaigns: [{ campaignId: theirs.campaign, role: 'Reader' }] },
    }),
  },
  'waitingList.change': { 'body.ids': (theirs) => ({ body: { ids: [theirs.request], state: 'Paused' } }) },
  'waitingList.decline': { 'body.ids': (theirs) => ({ body: { ids: [theirs.request] } }) },
  'waitingList.withdraw': { 'params.id': byParams('request') },
  'avatars.campaign': { 'query.campaignId': (theirs) => ({ query: { campaignId: theirs.campaign } }) },
  'businesses.transfer': {
    'body.userId': (theirs) => ({ body: { userId: theirs.user, ownRole: 'Owner', password: PASSWORD } }),
  },
  'statuses.create': {
    'body.campaignIds': (theirs) => ({ body: { ...aStatus, campaignIds: [theirs.campaign] } }),
  },
  'statuses.change': {
    'params.id': byParams('status', { nameEn: 'Renamed' }),
    'body.campaignIds': (theirs, ours) => ({
      params: { id: ours.status },
      body: { campaignIds: [theirs.campaign] },
    }),
    'body.expected.campaignIds': SAYS_NOTHING,
  },
  'statuses.order': {
    'body.statusId': (theirs, ours) => ({ body: { statusId: theirs.status, before: ours.status } }),
    'body.before': (theirs, ours) => ({ body: { statusId: ours.status, before: theirs.status } }),
  },
  'statuses.remove': {
    'params.id': byParams('status', {}),
    'body.replacement': (theirs, ours) => ({ params: { id: ours.status }, body: { replacement: theirs.status } }),
  },
  'apiKeys.create': {
    'body.campaignIds': (theirs) => ({
      body: { name: 'Key', scopes: ['leads:write'], campaignIds: [theirs.campaign], password: PASSWORD },
    }),
  },
  'apiKeys.change': { 'params.id': byParams('key', { name: 'Renamed' }) },
  'apiKeys.remove': { 'params.id': byParams('key') },
  'apiKeys.payloads': { 'params.id': byParams('key') },
  'audit.list': { 'query.by': SAYS_NOTHING, 'query.about': SAYS_NOTHING },
  'audit.choices': { 'query.about': SAYS_NOTHING },
  'audit.exportLink': { 'body.by': SAYS_NOTHING, 'body.about': SAYS_NOTHING },
  'recipients.list': { 'params.id': byParams('campaign') },
  'recipients.ask': { 'params.id': byParams('campaign', { channel: 'mail', address: 'dana@example.test' }) },
  'forms.list': { 'query.campaignId': (theirs) => ({ query: { campaignId: theirs.campaign } }) },
  'forms.create': { 'body.campaignId': (theirs) => ({ body: { ...aForm(), campaignId: theirs.campaign } }) },
  'forms.get': { 'params.id': byParams('form') },
  'forms.change': { 'params.id': byParams('form', { name: 'Renamed' }) },
  'forms.remove': { 'params.id': byParams('form') },
  'forms.payloads': { 'params.id': byParams('form') },
  'campaigns.get': { 'query.campaignId': (theirs) => ({ query: { campaignId: theirs.campaign } }) },
  'campaigns.people': { 'query.campaignId': (theirs) => ({ query: { campaignId: theirs.campaign } }) },
  'campaigns.create': {
    'body.members.userId': (theirs) => ({
      body: { name: 'Campaign', members: [{ userId: theirs.user, role: 'Reader' }] },
    }),
  },
  'campaigns.change': {
    'params.id': byParams('campaign', { notes: 'x' }),
    'body.members.userId': (theirs, ours) => ({
      params: { id: ours.campaign },
      body: { members: [{ userId: theirs.user, role: 'Reader' }] },
    }),
    'body.links._id': (theirs, ours) => ({
      params: { id: ours.campaign },
      body: { links: [{ _id: theirs.link, url: 'https://alon.example', label: 'Site' }] },
    }),
  },
  'campaigns.remove': {
    'params.id': byParams('campaign'),
    'body.to': (theirs, ours) => ({ params: { id: ours.campaign }, body: { leads: 'move', to: theirs.campaign } }),
  },
  'leadCounts.byStatus': { 'query.campaignId': (theirs) => ({ query: { campaignId: theirs.campaign } }) },
  'leads.list': {
    'query.campaignId': (theirs) => ({ query: { campaignId: theirs.campaign } }),
    'query.filters.status': SAYS_NOTHING,
    'query.filters.assigned': SAYS_NOTHING,
  },
  'leads.create': {
    'body.campaignId': (theirs) => ({ body: { ...aLead, campaignId: theirs.campaign } }),
    'body.statusId': (theirs, ours) => ({ body: { ...aLead, campaignId: ours.campaign, statusId: theirs.status } }),
    'body.assignedTo': (theirs, ours) => ({ body: { ...aLead, campaignId: ours.campaign, assignedTo: theirs.user } }),
  },
  'leads.remove': {
    'body.leadIds': (theirs, ours) => ({ body: { leadIds: [ours.lead, theirs.lead] } }),
    'body.campaignId': (theirs, ours) => ({ body: { leadIds: [ours.lead], campaignId: theirs.campaign } }),
    'body.except': SAYS_NOTHING,
    'body.filters.status': SAYS_NOTHING,
    'body.filters.assigned': SAYS_NOTHING,
  },
  'operations.create': {
    'body.leadIds': (theirs, ours) => ({ body: { action: trashing, leadIds: [ours.lead, theirs.lead] } }),
    'body.campaignId': (theirs) => ({ body: { action: trashing, all: true, campaignId: [theirs.campaign] } }),
    'body.action.statusId': (theirs, ours) => ({
      body: { action: { kind: 'status', statusId: theirs.status }, leadIds: [ours.lead] },
    }),
    'body.action.assignedTo': (theirs, ours) => ({
      body: { action: { kind: 'assign', assignedTo: theirs.user }, leadIds: [ours.lead] },
    }),
    'body.except': SAYS_NOTHING,
    'body.filters.status': SAYS_NOTHING,
    'body.filters.assigned': SAYS_NOTHING,
  },
  'privacy.leadFile': { 'params.id': byParams('lead') },
  'privacy.leadHeld': { 'params.id': byParams('lead') },
  'privacy.eraseLead': { 'params.id': byParams('lead', { typed: 'Dana Levi' }) },
  'operations.get': { 'params.id': byParams('operation') },
  'operations.undo': { 'params.id': byParams('operation') },
  'operations.cancel': { 'params.id': byParams('operation') },
  'leadCalls.last': { 'query.leadIds': SAYS_NOTHING },
  'leads.restore': { 'body.leadIds': (theirs, ours) => ({ body: { leadIds: [ours.lead, theirs.lead] } }) },
  'leads.get': { 'params.id': byParams('lead') },
  'leads.change': {
    'params.id': byParams('lead', { name: 'Dana' }),
    'body.statusId': (theirs, ours) => ({ params: { id: ours.lead }, body: { statusId: theirs.status } }),
    'body.assignedTo': (theirs, ours) => ({ params: { id: ours.lead }, body: { assignedTo: theirs.user } }),
    'body.expected.statusId': SAYS_NOTHING,
    'body.expected.assignedTo': SAYS_NOTHING,
  },
  'leads.read': { 'params.id': byParams('lead', { isRead: true }) },
  'leads.history': { 'params.id': byParams('lead'), 'query.before': SAYS_NOTHING },
  'leads.comment': { 'params.id': byParams('lead', { text: 'Hello' }) },
  'calls.list': {
    'query.campaignId': (theirs) => ({ query: { campaignId: theirs.campaign } }),
    'query.filters.number': SAYS_NOTHING,
    'query.filters.answeredBy': SAYS_NOTHING,
  },
  'calls.summary': {
    'query.campaignId': (theirs) => ({ query: { campaignId: theirs.campaign } }),
    'query.filters.number': SAYS_NOTHING,
    'query.filters.answeredBy': SAYS_NOTHING,
  },
  'calls.exportLink': {
    'body.campaignId': (theirs) => ({ body: { campaignId: [theirs.campaign] } }),
    'body.filters.number': SAYS_NOTHING,
    'body.filters.answeredBy': SAYS_NOTHING,
  },
  'calls.ofLead': { 'params.id': byParams('lead') },
  'calls.get': { 'params.id': byParams('call') },
  'calls.recordingLink': { 'params.id': byParams('call', {}) },
  'calls.listens': { 'params.id': byParams('call') },
  'calls.blacklist': { 'params.id': byParams('call', { scope: 'business' }) },
  'blacklist.list': { 'query.campaignId': (theirs) => ({ query: { campaignId: theirs.campaign } }) },
  'blacklist.create': {
    'body.campaignId': (theirs) => ({ body: { phone: aPhone(), campaignId: theirs.campaign } }),
  },
  'blacklist.ofLead': { 'params.id': byParams('lead', { scope: 'business' }) },
  'blacklist.remove': { 'params.id': byParams('entry') },
  'dashboard.get': { 'query.campaignId': (theirs) => ({ query: { campaignId: theirs.campaign } }) },
  'numbers.order': {
    'body.campaignId': (theirs) => ({ body: { phone: '+97235550001', campaignId: theirs.campaign } }),
    'body.routing.ring.targets.userId': (theirs, ours) => ({
      body: { phone: '+97235550001', campaignId: ours.campaign, routing: { ring: ringing(theirs) } },
    }),
  },
  'numbers.getOrder': { 'params.id': byParams('order') },
  'numbers.list': { 'query.campaignId': (theirs) => ({ query: { campaignId: theirs.campaign } }) },
  'numbers.get': { 'params.id': byParams('number') },
  'numbers.change': {
    'params.id': byParams('number', { label: 'Radio' }),
    'body.campaignId': (theirs, ours) => ({ params: { id: ours.number }, body: { campaignId: theirs.campaign } }),
    'body.routing.ring.targets.userId': (theirs, ours) => ({
      params: { id: ours.number },
      body: { routing: { ring: ringing(theirs) } },
    }),
  },
  'numbers.release': { 'params.id': byParams('number') },
  'numbers.testCall': { 'params.id': byParams('number') },
  'softphone.leave': { 'params.id': byParams('call') },
  'softphone.ringing': { 'params.id': byParams('call') },
  'notifications.list': { 'query.before': SAYS_NOTHING },
  'notifications.read': { 'body.id': (theirs) => ({ body: { id: theirs.notification, status: true } }) },
  'notifications.remove': { 'body.id': (theirs) => ({ body: { id: theirs.notification } }) },
}

describe("another business's id is 404, never 403", () => {
  const places = closed.flatMap(({ name, route }) => idsOf(route).map((place) => ({ name, route, place })))
  let [ours, theirs, owner] = [{} as World, {} as World, {} as Credentials]
  beforeAll(async () => {
    const [mine, others] = [await makeWorld(), await makeWorld()]
    ;[ours, theirs, owner] = [mine.world, others.world, mine.owner]
  })

  test('the table lists every id of the contract', () => {
    const known = Object.entries(foreign).flatMap(([name, of]) => Object.keys(of).map((place) => `${name} ${place}`))
    expect(places.map(({ name, place }) => `${name} ${place}`).sort()).toEqual(known.sort())
  })

  test.each(places.filter(({ name, place }) => foreign[name]?.[place] !== SAYS_NOTHING))(
    '$name $place',
    async ({ name, route, place }) => {
      const input = foreign[name]?.[place]
      if (typeof input !== 'function') throw new Error('not in the table')
      const { status, body } = await send(route, owner, input(theirs, ours))
      const field = place.split('.').at(-1) ?? ''
      const refusal = isUnknownValue(name, field)
        ? [422, { code: 'invalid_input', issues: [{ path: field }] }]
        : [404, { code: expect.stringMatching(/_not_found$/) }]
      expect([status, body]).toMatchObject(refusal)
    },
  )
})

/** A business with one object of each kind. */
async function makeWorld() {
  const made = await it.newBusiness()
  const { businessId, campaignId, statusIds, member, apiKey } = made
  const owner = await member('Owner')
  const colleague = await member('Reader')
  const { keyId, ...key } = await apiKey(['leads:write'])
  const { body } = await send(routes.leads.create, key, { body: { ...aLead, phone: aPhone(), campaignId } })
  const lead = (body as { lead: { _id: string } }).lead._id
  const { form } = (await send(routes.forms.create, owner, { body: { ...aForm(), campaignId } })).body as { form: Form }
  const own = it.deps.tenants.scope({ businessId, userId: owner.userId })
  const newest = () =>
    own.selectFrom('notifications').select('id').where('user_id', '=', owner.userId).executeTakeFirst()
  let notification = await newest()
  for (const until = Date.now() + 5_000; !notification && Date.now() < until; notification = await newest());
  if (!notification) throw new Error('the lead made no notification')
  const changed = await send(routes.campaigns.change, owner, {
    params: { id: campaignId },
    body: { links: [{ url: 'https://alon.example', label: 'Site' }] },
  })
  const link = (changed.body as { campaign: { links: { _id: string }[] } }).campaign.links[0]?._id
  const done = await send(routes.operations.create, owner, {
    body: { action: { kind: 'tag', add: ['Known'] }, leadIds: [lead] },
  })
  const call = await (await testCalls(it, made)).call()
  const { numberId, orderId } = await testNumber(it, { ...made, campaignId })
  const blocked = await send(routes.blacklist.create, owner, { body: { phone: aPhone() } })
  const asked = await send(routes.invitations.create, owner, {
    body: { recipients: [`${newId()}@example.test`], role: 'Reader', language: 'he' },
  })
  const opened = await send(routes.waitingList.changeLink, owner, { body: { isEnabled: true } })
  const joinKey = (opened.body as { link: { url: string } }).link.url.split('/').at(-1)
  const waits = await send(routes.waitingList.ask, await it.person(), { params: { key: joinKey }, body: {} })
  const passkey = newId()
  await own
    .insertInto('passkeys')
    .values({
      id: passkey,
      user_id: owner.userId,
      credential_id: passkey,
      public_key: Buffer.alloc(1),
      counter: 0,
      transports: [],
      name: 'Phone',
      created_at: new Date().toISOString(),
    })
    .execute()
  const world = {
    request: (waits.body as { request: { _id: string } }).request._id,
    call,
    entry: (blocked.body as { entry: { _id: string } }).entry._id,
    lead,
    campaign: campaignId,
    link: link ?? '',
    status: statusIds.ongoing,
    user: owner.userId,
    colleague: colleague.userId,
    session: owner.sessionId,
    passkey,
    key: keyId,
    form: form._id,
    number: numberId,
    order: orderId,
    invitation: (asked.body as { invitations: { _id: string }[] }).invitations[0]?._id ?? '',
    notification: notification.id,
    operation: (done.body as { operation: { _id: string } }).operation._id,
    business: businessId,
  }
  return { world, owner }
}
