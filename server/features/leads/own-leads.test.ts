import { beforeAll, describe, expect, test } from 'vitest'
import { blacklistRoutes } from '#contract/blacklist.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { callRoutes } from '#contract/calls.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { leadCallRoutes } from '#contract/lead-calls.ts'
import { leadRoutes } from '#contract/leads.ts'
import { operationRoutes } from '#contract/operations.ts'
import { emit } from '../../platform/events/emit.ts'
import { newId } from '../../platform/ids.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'
import { testDashboard } from '../../testing/test-dashboard.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'
import { testNotifications } from '../../testing/test-notifications.ts'
import { testSmtp } from '../../testing/test-smtp.ts'
import { openStream } from '../../testing/test-stream.ts'
import { waitFor } from '../../testing/wait-for.ts'

const smtp = await testSmtp()
const it = await testApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'Leadline <leads@leadline.test>', DEMO: '1' } })
const base = await it.listen()
const leads = testLeads(it)
const dashboard = testDashboard(it)
const notifications = testNotifications(it)

type As = Partial<Credentials>
const keepToOwn = async (owner: As, ownLeadsOnly: boolean) => {
  const { status, body } = await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly } })
  expect([status, body.business.ownLeadsOnly]).toEqual([200, ownLeadsOnly])
}

/**
 * A business that keeps Writers and Readers to their own leads. In its campaign the writer has one of three leads; in
 * another one, where the fourth is, they are a Lead.
 */
async function world() {
  const business = await it.newBusiness()
  const { campaignId } = business
  const second = await business.campaign()
  const owner = await business.member('Owner')
  const chief = await business.member('Lead', [campaignId])
  const writer = await business.member('Writer', [campaignId])
  const reader = await business.member('Reader', [campaignId])
  const mixed = await business.member('Writer', { [campaignId]: 'Writer', [second]: 'Lead' })
  await keepToOwn(owner, true)
  const add = (name: string, phone: string, more: object = {}) =>
    leads.add(owner, { name, phone, campaignId, source: 'referral', ...more })
  const own = await add('Dana Levi', '+972541231111', { assignedTo: writer.userId, email: 'dana@levi.example' })
  const others = await add('Dana Cohen', '+972541232222', { assignedTo: chief.userId, email: 'dana@cohen.example' })
  const free = await add('Dana Free', '+972541233333')
  const far = await add('Bella', '+972541234444', { campaignId: second })
  for (const [id, tag] of [
    [own._id, 'warm'],
    [others._id, 'secret'],
  ] as const)
    await leads.change(owner, id, { tags: [tag] })
  return { ...business, second, owner, chief, writer, reader, mixed, own, others, free, far }
}
type World = Awaited<ReturnType<typeof world>>
let shared: World
beforeAll(async () => {
  shared = await world()
})

test.each([
  ['nothing asked', {}, 3],
  ['a part of the name', { search: 'Dana' }, 3],
  ['letters that all bear', { search: 'a' }, 0],
  ['the end of a phone', { search: '1111' }, 1],
  ['the end of another’s phone', { search: '2222' }, 1],
  ['another’s whole phone', { search: '054-123-2222' }, 1],
  ['another’s e-mail', { search: 'cohen.example' }, 1],
  ['a source', { filters: { source: ['referral'] } }, 3],
  ['what is new', { filters: { unread: true } }, 0],
  ['what was not answered', { filters: { unanswered: true } }, 3],
  ['another’s tag', { filters: { tag: ['secret'] } }, 1],
  ['whoever has another’s', { filters: { assigned: ['none'] } }, 1],
  ['a condition', { filters: { where: { all: [{ field: 'name', op: 'contains', value: 'Dana' }] } } }, 3],
])('a list is of their own leads alone, and so is its total: %s', async (_, query, ofChief) => {
  const { chief, writer, reader, campaignId } = shared
  const all = await leads.names(chief, query)
  expect(all).toHaveLength(ofChief)
  expect(await leads.names(writer, query)).toEqual(all.filter((name) => name === 'Dana Levi'))
  expect(await leads.names(writer, { ...query, campaignId })).toEqual(all.filter((name) => name === 'Dana Levi'))
  expect(await leads.names(reader, query)).toEqual([])
})

test('whoever leads another campaign sees all of that one', async () => {
  const { mixed, owner, campaignId, second, own, writer } = await world()
  expect(await leads.names(mixed)).toEqual(['Bella'])
  expect(await leads.names(mixed, { campaignId })).toEqual([])
  await leads.change(owner, own._id, { assignedTo: mixed.userId })
  expect(await leads.names(mixed)).toEqual(['Bella', 'Dana Levi'])
  expect(await leads.names(mixed, { campaignId: `${campaignId},${second}`, search: 'a' })).toEqual([])
  expect(await leads.names(mixed, { search: 'Bel' })).toEqual(['Bella'])
  expect(await leads.names(writer)).toEqual([])
})

test('nobody else’s lead is there, whatever is asked of it', async () => {
  const { writer, mixed, own, others, free } = shared
  for (const { _id: id } of [others, free]) {
    const params = { params: { id } }
    for (const reply of [
      await leads.get(writer, id),
      await leads.change(writer, id, { name: 'Taken over' }),
      await leads.comment(writer, id, 'Hello'),
      await leads.history(writer, id),
      await it.send(leadRoutes.read, writer, { ...params, body: { isRead: true } }),
      await it.send(callRoutes.ofLead, writer, params),
      await it.send(blacklistRoutes.ofLead, mixed, { ...params, body: { scope: 'campaign' } }),
    ])
      expect(refusal(reply)).toMatchObject({ status: 404, code: 'lead_not_found' })
  }
  expect((await leads.get(writer, own._id)).body.lead.name).toBe('Dana Levi')
  expect((await leads.comment(writer, own._id, 'Called')).status).toBe(201)
  const tags = (await it.send(leadRoutes.tags, writer, {})).body.tags
  expect(tags).toEqual(['warm'])
  const twins = async (as: As) =>
    (await it.send(leadRoutes.duplicates, as, { query: { phone: '0541232222' } })).body.leads.map(({ name }) => name)
  expect([await twins(writer), await twins(shared.chief)]).toEqual([[], ['Dana Cohen']])
})

test('a lead that only others may read makes theirs no duplicate', async () => {
  const { writer, owner, own, campaignId } = await world()
  await leads.add(owner, { name: 'Twin', phone: '+972541231111', campaignId, duplicate: 'create' })
  expect((await leads.get(owner, own._id)).body.lead.isDuplicate).toBe(true)
  expect((await leads.get(writer, own._id)).body.lead.isDuplicate).toBe(false)
  expect(await leads.names(owner, { filters: { duplicate: true } })).toEqual(['Dana Levi', 'Twin'])
  expect(await leads.names(writer, { filters: { duplicate: true } })).toEqual([])
})

test('what is done to all that match, or to chosen ones, touches nobody else’s', async () => {
  const { mixed, owner, others, far } = await world()
  const action = { kind: 'tag', add: ['Mine'] } as const
  const all = await it.send(operationRoutes.create, mixed, { body: { action, all: true } as never })
  expect(all.body.operation.total).toBe(1)
  const chosen = { action, leadIds: [far._id, others._id] }
  expect(refusal(await it.send(operationRoutes.create, mixed, { body: chosen as never })).code).toBe('lead_not_found')
  await waitFor(async () => (await leads.names(owner, { filters: { tag: ['Mine'] } })).length === 1)
  expect(await leads.names(owner, { filters: { tag: ['Mine'] } })).toEqual(['Bella'])
  expect(refusal(await leads.remove(mixed, [far._id, others._id])).code).toBe('lead_not_found')
})

describe('figures are of the leads that the lists show', () => {
  test('on the dashboard', async () => {
    const { writer, chief, mixed, campaignId, second, owner, own } = await world()
    const seen = async (as: As, query: object = {}) => {
      const found = await dashboard.read(as, { preset: 'thisMonth', ...query })
      return {
        all: found.newLeads.total,
        statuses: found.statuses.reduce((sum, { total }) => sum + total, 0),
        sources: found.sources.map(({ source, total }) => [source, total]),
        campaigns: found.campaigns.map(({ _id, total }) => [_id, total]).sort(),
        time: found.time.points.reduce((sum, { total }) => sum + total, 0),
        unanswered: found.unanswered.total,
      }
    }
    const of = (total: number, campaigns: unknown[], unanswered = total) => ({
      ...{ all: total, statuses: total, time: total, sources: [['referral', total]], campaigns, unanswered },
    })
    expect(await seen(chief)).toEqual(of(3, [[campaignId, 3]]))
    expect(await seen(writer)).toEqual(of(1, [[campaignId, 1]]))
    expect(await seen(writer, { preset: 'allTime' })).toEqual(of(1, [[campaignId, 1]]))
    expect(await seen(writer, { campaignId })).toEqual(of(1, [[campaignId, 1]]))
    await leads.change(owner, own._id, { assignedTo: mixed.userId })
    await leads.comment(mixed, own._id, 'Called')
    const both = [
      [campaignId, 1],
      [second, 1],
    ].sort()
    expect(await seen(mixed)).toEqual(of(2, both, 1))
    expect(await dashboard.read(writer, { preset: 'thisMonth' })).toMatchObject({ hasLeads: false })
  })

  test('and of their campaigns', async () => {
    const { writer, chief, mixed, second, campaignId } = shared
    const counts = async (as: As) =>
      new Map(
        (await it.send(campaignRoutes.list, as, { query: {} })).body.campaigns.map(({ _id, leadsCount }) => [
          _id,
          leadsCount,
        ]),
      )
    expect(await counts(chief)).toEqual(new Map([[campaignId, 3]]))
    expect(await counts(writer)).toEqual(new Map([[campaignId, 1]]))
    expect((await counts(mixed)).get(second)).toBe(1)
    const one = await it.send(campaignRoutes.get, writer, { query: { campaignId } })
    expect(one.body.campaign.leadsCount).toBe(1)
  })
})

test('they hear of a lead when it becomes theirs and when it ceases to be, and of nobody else’s', async () => {
  const { writer, owner, others, own, apiKey, campaignId } = await world()
  await leads.relayed()
  const stream = await openStream(base, writer.authorization)
  const witness = await openStream(base, owner.authorization)
  await Promise.all([stream.heard('ready'), witness.heard('ready')])
  const sent = await leads.add(await apiKey(), { name: 'Noa', campaignId })
  await leads.change(owner, others._id, { name: 'Dana Katz' })
  // Whose a lead is counts when it is told.
  await witness.heard('change', 2)
  await leads.change(owner, sent._id, { assignedTo: writer.userId })
  await leads.change(owner, own._id, { assignedTo: null })
  await leads.change(owner, own._id, { name: 'Dana Gone' })
  await leads.change(owner, sent._id, { name: 'Noa Levi' })
  await witness.heard('change', 6)
  await stream.heard('change', 3)
  await leads.relayed()
  expect(stream.changes().map(({ leadId }) => leadId)).toEqual([sent._id, own._id, sent._id])
  expect(stream.notifications()).toEqual([])
})

test('they hear that there is a call, and with whom where the lead is theirs', async () => {
  const { writer, chief, own, others, businessId, campaignId } = await world()
  await leads.relayed()
  const [stream, witness] = [await openStream(base, writer.authorization), await openStream(base, chief.authorization)]
  await Promise.all([stream.heard('ready'), witness.heard('ready')])
  const db = it.deps.tenants.scope({ businessId })
  for (const { _id: leadId } of [others, own])
    await emit(db, { kind: 'system', businessId }, 'call.started', { callId: newId(), campaignId, leadId })
  it.deps.poke()
  await Promise.all([stream.heard('change', 2), witness.heard('change', 2)])
  expect(stream.changes().map(({ leadId }) => leadId)).toEqual([undefined, own._id])
  expect(witness.changes().map(({ leadId }) => leadId)).toEqual([others._id, own._id])
})

test('nor are they told by notification, mail or text message', async () => {
  const { writer, chief, owner, campaignId, apiKey } = await world()
  await leads.relayed()
  const told = { emailNotifications: [writer.email, chief.email] }
  await it.send(campaignRoutes.change, owner, { params: { id: campaignId }, body: told })
  const choice = { app: true, popup: true, mail: true, sms: false, onlyMine: false }
  for (const as of [writer, chief])
    await notifications.change(as as never, { events: [{ event: 'receiving_a_lead', choice }] })
  await leads.add(await apiKey(), { name: 'Noa', campaignId })
  await leads.add(owner, { name: 'Omer', campaignId, assignedTo: writer.userId })
  const names = (list: { content: unknown }[]) => list.map(({ content }) => (content as { leadName: string }).leadName)
  expect(names(await notifications.told(chief, 5)).sort()).toEqual([
    'Dana Cohen',
    'Dana Free',
    'Dana Levi',
    'Noa',
    'Omer',
  ])
  expect(names(await notifications.told(writer, 2)).sort()).toEqual(['Dana Levi', 'Omer'])
  const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email)).map(({ subject }) => subject)
  await waitFor(() => mailsTo(chief.email).length === 2 && mailsTo(writer.email).length === 1)
  expect(mailsTo(writer.email)[0]).toContain('Omer')
})

test('what they add is theirs; what is another’s already takes the enquiry and shows nothing', async () => {
  const { writer, owner, others, campaignId } = await world()
  const added = await leads.take(writer, { name: 'Ron Added', phone: '+972541239999', campaignId })
  expect([added.status, added.body.lead.assignedTo?._id]).toEqual([201, writer.userId])
  expect((await leads.get(writer, added.body.lead._id)).status).toBe(200)
  const repeated = await leads.take(writer, { name: 'By the writer', phone: '+972541232222', campaignId })
  expect([repeated.status, repeated.body.duplicate]).toEqual([200, true])
  expect(repeated.body.lead).toMatchObject({ _id: others._id, name: 'By the writer', email: null, assignedTo: null })
  expect(JSON.stringify(repeated.body)).not.toMatch(/Cohen|secret/i)
  expect((await leads.get(writer, others._id)).status).toBe(404)
  expect((await leads.get(owner, others._id)).body.lead.enquiries).toHaveLength(2)
})

test('of calls that they hear, the lead is named where it is theirs', async () => {
  const business = await world()
  const { writer, owner, own, others, campaignId, letHear } = business
  const { call } = await testCalls(it, business)
  await call({ lead_id: own._id })
  const foreign = await call({ lead_id: others._id, answered_by: writer.userId })
  await letHear(writer, [campaignId])
  const names = async (as: As, query: object = {}) =>
    (await it.send(callRoutes.list, as, { query: query as never })).body.calls
      .map(({ lead }) => lead?.name ?? '')
      .sort()
  expect(await names(owner)).toEqual(['Dana Cohen', 'Dana Levi'])
  expect(await names(writer)).toEqual(['', 'Dana Levi'])
  expect(await names(owner, { search: 'Cohen' })).toEqual(['Dana Cohen'])
  expect(await names(writer, { search: 'Cohen' })).toEqual([])
  const one = await it.send(callRoutes.get, writer, { params: { id: foreign } })
  expect([one.status, one.body.call.lead]).toEqual([200, null])
  const last = await it.send(leadCallRoutes.last, writer, { query: { leadIds: `${own._id},${others._id}` } })
  expect(last.body.calls.map(({ lead }) => lead?._id)).toEqual([own._id])
})

test('it is the business that decides, for Writers and Readers alone, and at once', async () => {
  const { owner, chief, writer, reader } = await world()
  const affiliate = await it.send(businessRoutes.change, chief, { body: { ownLeadsOnly: false } })
  expect(affiliate.status).toBe(403)
  await keepToOwn(owner, false)
  for (const as of [owner, chief, writer, reader])
    expect((await leads.names(as)).filter((name) => name.startsWith('Dana'))).toHaveLength(3)
  await keepToOwn(owner, true)
  expect(await leads.names(writer)).toEqual(['Dana Levi'])
  expect(await leads.names(chief)).toHaveLength(3)
})
