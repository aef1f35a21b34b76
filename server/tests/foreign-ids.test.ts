import { beforeAll, describe, expect, test } from 'vitest'
import type { Form } from '#contract/forms.ts'
import { routes } from '#contract/index.ts'
import type { HistoryItem } from '#contract/leads/history/lead-history.ts'
import type { Route } from '#contract/route.ts'
import { newId } from '../platform/ids.ts'
import { pushDeviceOf } from '../testing/accounts/test-push.ts'
import { fileOn } from '../testing/routes/access-fixtures.ts'
import { allRoutes, samples } from '../testing/routes/all-samples.ts'
import { automationFixtures, webhookFixtures } from '../testing/routes/automation-fixtures.ts'
import { billingFixtures } from '../testing/routes/billing-fixtures.ts'
import { callFlowFixtures } from '../testing/routes/call-flow-fixtures.ts'
import { importOf } from '../testing/routes/import-fixtures.ts'
import { leadSourceFixtures } from '../testing/routes/lead-source-fixtures.ts'
import { bookingPageOf, meetingOn } from '../testing/routes/meeting-fixtures.ts'
import { aMailServer, aTemplate, messageOn } from '../testing/routes/message-fixtures.ts'
import { idsOf } from '../testing/routes/route-shapes.ts'
import { SAYS_NOTHING, type World } from '../testing/routes/samples.ts'
import { swapOf } from '../testing/routes/shift-fixtures.ts'
import { taxDocumentOf } from '../testing/routes/tax-document-fixtures.ts'
import { aPhone, type Credentials, testApp } from '../testing/test-app.ts'
import { testCalls } from '../testing/test-calls.ts'
import { aForm } from '../testing/test-forms.ts'
import { testNumber } from '../testing/test-numbers.ts'

let it: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  it = await testApp()
})

const closed = allRoutes.filter(({ route }) => route.access !== 'public')

type Input = { params?: object; query?: object; body?: object }
const send = (route: Route, as: Partial<Credentials> | undefined, input: Input = {}) =>
  it.send(route, as, { params: { id: newId(), target: 'lead', key: 'A'.repeat(22) }, ...input } as never)

const aLead = { name: 'Dana Levi', phone: aPhone() }
/** Ids that are field values: an unknown one is invalid input. */
const unknownValues = ['takeOver', 'replacement']
/** A status id is a field value of a lead, but an object of the statuses' routes. */
const isUnknownValue = (route: string, field: string) =>
  unknownValues.includes(field) || (field === 'statusId' && !route.startsWith('statuses.'))

describe("another business's id is 404, never 403", () => {
  const places = closed.flatMap(({ name, route }) => idsOf(route).map((place) => ({ name, route, place })))
  let [ours, theirs, owner] = [{} as World, {} as World, {} as Credentials]
  beforeAll(async () => {
    const [mine, others] = [await makeWorld(), await makeWorld()]
    ;[ours, theirs, owner] = [mine.world, others.world, mine.owner]
  })

  test('the table lists every id of the contract', () => {
    const known = Object.entries(samples).flatMap(([name, { foreignIds = {} }]) =>
      Object.keys(foreignIds).map((place) => `${name} ${place}`),
    )
    expect(places.map(({ name, place }) => `${name} ${place}`).sort()).toEqual(known.sort())
  })

  test.each(places.filter(({ name, place }) => samples[name]?.foreignIds?.[place] !== SAYS_NOTHING))(
    '$name $place',
    async ({ name, route, place }) => {
      const input = samples[name]?.foreignIds?.[place]
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
  const commented = await send(routes.comments.add, owner, { params: { id: lead }, body: { text: 'Called' } })
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
  const query = { look: 'table', filters: {} }
  const saved = await send(routes.leadViews.create, owner, { body: { name: 'All leads', isShared: true, query } })
  const callQuery = { filters: {} }
  const savedCalls = await send(routes.callViews.create, owner, {
    body: { name: 'All calls', isShared: true, query: callQuery },
  })
  const field = await send(routes.leadFields.create, owner, { body: { nameHe: 'עיר', nameEn: 'City', type: 'text' } })
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
  const automate = automationFixtures(made, async () => lead)
  const automation = await automate.automation()
  const { id: webhook, eventId: webhookEvent } = await webhookFixtures(made).delivery()
  const sources = leadSourceFixtures(made, campaignId)
  const world = {
    automation,
    ...{ webhook, webhookEvent },
    leadSource: await sources.source(),
    leadDelivery: await sources.unread(),
    automationRun: await automate.run(automation, 'waiting'),
    request: (waits.body as { request: { _id: string } }).request._id,
    call,
    entry: (blocked.body as { entry: { _id: string } }).entry._id,
    lead,
    meeting: await meetingOn(made, lead, 'coming'),
    bookingPage: await bookingPageOf(made, { campaignId: made.campaignId, userId: owner.userId }),
    comment: (commented.body as { item: HistoryItem }).item.commented?._id ?? '',
    file: (await fileOn(made, lead, owner)).fileId,
    message: (await messageOn(made, lead)).messageId,
    campaign: campaignId,
    link: link ?? '',
    status: statusIds.ongoing,
    template: await aTemplate(made),
    connection: await aMailServer(made),
    field: (field.body as { field: { _id: string } }).field._id,
    user: owner.userId,
    colleague: colleague.userId,
    flow: await callFlowFixtures(it, made, campaignId).flow(),
    sound: await callFlowFixtures(it, made, campaignId).sound(),
    swap: await swapOf(made, { askerId: owner.userId, partnerId: (await member('Admin')).userId }),
    session: owner.sessionId,
    passkey,
    pushDevice: await pushDeviceOf(it, owner.userId),
    paymentMethod: await billingFixtures(it.deps, made.businessId).method('approved'),
    key: keyId,
    form: form._id,
    number: numberId,
    order: orderId,
    invitation: (asked.body as { invitations: { _id: string }[] }).invitations[0]?._id ?? '',
    notification: notification.id,
    operation: (done.body as { operation: { _id: string } }).operation._id,
    import: await importOf(made, owner.userId, campaignId),
    view: (saved.body as { view: { _id: string } }).view._id,
    callView: (savedCalls.body as { view: { _id: string } }).view._id,
    taxDocument: await taxDocumentOf(it.deps, businessId),
    business: businessId,
  }
  return { world, owner }
}
