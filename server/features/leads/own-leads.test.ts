import { beforeAll, describe, expect, test } from 'vitest'
import { blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { leadCallRoutes } from '#contract/leads/lead-calls.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import { emit } from '../../platform/events/emit.ts'
import { newId } from '../../platform/ids.ts'
import { testDashboard } from '../../testing/features/test-dashboard.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'
import { testNotifications } from '../../testing/test-notifications.ts'
import { testOwnLeads } from '../../testing/test-own-leads.ts'
import { testSmtp } from '../../testing/test-smtp.ts'
import { openStream } from '../../testing/test-stream.ts'
import { waitFor } from '../../testing/wait-for.ts'

const smtp = await testSmtp()
const it = await testApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'Leadline <leads@leadline.test>', DEMO: '1' } })
const base = await it.listen()
const leads = testLeads(it)
const dashboard = testDashboard(it)
const notifications = testNotifications(it)
const { world, keepToOwn } = testOwnLeads(it)

type As = Partial<Credentials>
/** E-mails to this address about these two leads, without those about earlier leads. */
const mailsTo = (email: string) =>
  smtp.mails.flatMap(({ to, subject }) => (to.includes(email) ? (subject.match(/Noa|Omer/)?.[0] ?? []) : []))
type World = Awaited<ReturnType<typeof world>>
let shared: World
beforeAll(async () => {
  shared = await world()
})

test.each([
  ['no filter', {}, 3],
  ['a part of the name', { search: 'Dana' }, 3],
  ['letters that all names contain', { search: 'a' }, 0],
  ['the end of a phone', { search: '1111' }, 1],
  ['the end of another’s phone', { search: '2222' }, 1],
  ['another’s whole phone', { search: '054-123-2222' }, 1],
  ['another’s e-mail', { search: 'cohen.example' }, 1],
  ['a source', { filters: { source: ['referral'] } }, 3],
  ['unread', { filters: { unread: true } }, 0],
  ['unanswered', { filters: { unanswered: true } }, 3],
  ['another’s tag', { filters: { tag: ['secret'] } }, 1],
  ['unassigned', { filters: { assigned: ['none'] } }, 1],
  ['a condition', { filters: { where: { all: [{ field: 'name', op: 'contains', value: 'Dana' }] } } }, 3],
])('the list and its total hold only their own leads: %s', async (_, query, ofChief) => {
  const { chief, writer, reader, campaignId } = shared
  const all = await leads.names(chief, query)
  expect(all).toHaveLength(ofChief)
  expect(await leads.names(writer, query)).toEqual(all.filter((name) => name === 'Dana Levi'))
  expect(await leads.names(writer, { ...query, campaignId })).toEqual(all.filter((name) => name === 'Dana Levi'))
  expect(await leads.names(reader, query)).toEqual([])
})

test('a Writer of one campaign who is Lead of another sees all leads of the other', async () => {
  const { mixed, owner, campaignId, second, own, writer } = await world()
  expect(await leads.names(mixed)).toEqual(['Bella'])
  expect(await leads.names(mixed, { campaignId })).toEqual([])
  await leads.change(owner, own._id, { assignedTo: mixed.userId })
  expect(await leads.names(mixed)).toEqual(['Bella', 'Dana Levi'])
  expect(await leads.names(mixed, { campaignId: `${campaignId},${second}`, search: 'a' })).toEqual([])
  expect(await leads.names(mixed, { search: 'Bel' })).toEqual(['Bella'])
  expect(await leads.names(writer)).toEqual([])
})

test('a lead assigned to them in a campaign where they are no member is not found', async () => {
  const { writer, far, db } = await world()
  await db.updateTable('leads').set({ assigned_to: writer.userId }).where('id', '=', far._id).execute()
  expect((await leads.get(writer, far._id)).status).toBe(404)
  expect((await leads.comment(writer, far._id, 'Hello')).status).toBe(404)
  expect(await leads.names(writer)).toEqual(['Dana Levi'])
})

test('another member’s lead is not found by any route', async () => {
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
  const duplicates = async (as: As) =>
    (await it.send(leadRoutes.duplicates, as, { query: { phone: '0541232222' } })).body.leads.map(({ name }) => name)
  expect([await duplicates(writer), await duplicates(shared.chief)]).toEqual([[], ['Dana Cohen']])
})

test('a lead that they may not read does not mark theirs as a duplicate', async () => {
  const { writer, owner, own, campaignId } = await world()
  await leads.add(owner, { name: 'Second', phone: '+972541231111', campaignId, duplicate: 'create' })
  expect((await leads.get(owner, own._id)).body.lead.isDuplicate).toBe(true)
  expect((await leads.get(writer, own._id)).body.lead.isDuplicate).toBe(false)
  expect(await leads.names(owner, { filters: { duplicate: true } })).toEqual(['Dana Levi', 'Second'])
  expect(await leads.names(writer, { filters: { duplicate: true } })).toEqual([])
  const where = (value: boolean) => ({ filters: { where: { all: [{ field: 'duplicate', op: 'is', value }] } } })
  expect(await leads.names(owner, where(true))).toEqual(['Dana Levi', 'Second'])
  expect([await leads.names(writer, where(true)), await leads.names(writer, where(false))]).toEqual([[], ['Dana Levi']])
})

test.each([
  ['newest first', '-date', ['Omer 5', 'Omer 3', 'Omer 1', 'Dana Levi']],
  ['oldest first', 'date', ['Dana Levi', 'Omer 1', 'Omer 3', 'Omer 5']],
])('their leads fill page after page, %s', async (_, sort, expected) => {
  const { writer, chief, owner, campaignId } = await world()
  for (let i = 0; i < 6; i++)
    await leads.add(owner, { name: `Omer ${i}`, campaignId, assignedTo: (i % 2 ? writer : chief).userId })
  const pages = [1, 2, 3].map((page) => leads.page(writer, { page, limit: 2, sort }))
  const bodies = (await Promise.all(pages)).map(({ body }) => body)
  expect(bodies.flatMap((body) => body.leads.map(({ name }) => name))).toEqual(expected)
  expect(bodies.map(({ pagination: { total, pages } }) => [total, pages])).toEqual([4, 4, 4].map((total) => [total, 2]))
})

test('Owner, Admin, a partner and an API key read all leads, whatever their role in the campaign', async () => {
  const { campaignId, second, member, apiKey, owner, writer, mixed, others } = await world()
  const everyone = [
    await member('Owner', { [campaignId]: 'Writer' }),
    await member('Admin', { [campaignId]: 'Reader' }),
    await member('Affiliate', [campaignId]),
  ]
  for (const as of [...everyone, await apiKey(['leads:read']), await apiKey(['leads:read'], [campaignId])])
    expect((await leads.names(as)).filter((name) => name !== 'Bella')).toEqual(['Dana Cohen', 'Dana Free', 'Dana Levi'])
  for (const as of everyone) expect((await leads.comment(as, others._id, 'Called')).status).toBe(201)
  const partner = await member('Affiliate', { [campaignId]: 'Reader', [second]: 'Affiliate' })
  expect(await leads.names(partner)).toEqual(['Bella'])
  await leads.relayed()
  const streams = await Promise.all([...everyone, partner, mixed].map((as) => openStream(base, as.authorization)))
  await Promise.all(streams.map((stream) => stream.heard('ready')))
  for (const as of everyone) {
    const choice = { app: true, popup: true, push: true, mail: false, sms: false, onlyMine: false }
    await notifications.change(as, { events: [{ event: 'receiving_a_lead', choice }] })
  }
  const last = [
    await leads.add(await apiKey(), { name: 'Noa', campaignId }),
    await leads.add(owner, { name: 'Ella', campaignId: second }),
    await leads.add(owner, { name: 'Omer', campaignId, assignedTo: writer.userId }),
  ]
  await leads.relayed()
  const heard = (at: number) =>
    streams[at]?.changes().flatMap(({ leadId }) => last.find(({ _id }) => _id === leadId)?.name ?? [])
  await waitFor(() => heard(0)?.length === 3 && heard(1)?.length === 3 && heard(2)?.length === 2)
  expect([heard(0), heard(1), heard(2)]).toEqual([
    ['Noa', 'Ella', 'Omer'],
    ['Noa', 'Ella', 'Omer'],
    ['Noa', 'Omer'],
  ])
  expect([heard(3), heard(4)]).toEqual([['Ella'], ['Ella']])
  for (const as of everyone) expect((await notifications.received(as, 2)).length).toBeGreaterThanOrEqual(2)
})

test('operations on matching or chosen leads change only their own', async () => {
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

test('of the leads that an operation skipped they read only their own names', async () => {
  const { mixed, owner, others, own, far, campaignId, second, member, db } = await world()
  const roleOf = async (role: string) => {
    const places = db.updateTable('campaign_members').set({ role }).where('campaign_id', '=', campaignId)
    await places.where('user_id', '=', mixed.userId).execute()
    it.deps.caches.endAll()
  }
  await leads.change(owner, own._id, { assignedTo: mixed.userId })
  await roleOf('Lead')
  const outsider = await member('Lead', [second])
  const action = { kind: 'assign', assignedTo: outsider.userId } as const
  const { body } = await it.send(operationRoutes.create, mixed, { body: { action, all: true } as never })
  const left = async () => {
    const reply = await it.send(operationRoutes.get, mixed, { params: { id: body.operation._id } })
    return new Map(reply.body.left.map(({ leadId, name }) => [leadId, name]))
  }
  expect((await left()).get(others._id)).toBe('Dana Cohen')
  await roleOf('Writer')
  const names = await left()
  expect([names.get(others._id), names.get(own._id), names.has(far._id)]).toEqual(['', 'Dana Levi', false])
})

describe('figures count the leads that the lists show', () => {
  test('by status', async () => {
    const { writer, reader, chief, mixed, campaignId, second, owner, own, others, statusIds } = await world()
    await leads.change(owner, others._id, { statusId: statusIds.won })
    const of = (fresh: number, won = 0) => ({
      ...(fresh && { [statusIds.new]: fresh }),
      ...(won && { [statusIds.won]: won }),
    })
    const today = dayOf(new Date())
    const asked = [{}, { campaignId }, { from: today, to: today }, { campaignId, from: today }]
    for (const query of asked)
      expect([
        query,
        await leads.counts(chief, query),
        await leads.counts(writer, query),
        await leads.counts(reader, query),
      ]).toEqual([query, of(2, 1), of(1), of(0)])
    expect(await leads.counts(writer, { to: plusDays(today, -1) })).toEqual({})
    await leads.change(owner, own._id, { assignedTo: mixed.userId })
    expect(await leads.counts(mixed)).toEqual(of(2))
    expect(await leads.counts(mixed, { campaignId })).toEqual(of(1))
    expect(await leads.counts(mixed, { campaignId: second })).toEqual(of(1))
    expect(await leads.counts(owner)).toEqual(of(3, 1))
    await keepToOwn(owner, false)
    expect(await leads.counts(writer)).toEqual(of(2, 1))
  })

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

  test('on the dashboard, for the previous period', async () => {
    const business = await world()
    const { campaignId, statusIds, writer, chief, owner } = business
    const yesterday = plusDays(dayOf(it.deps.now()), -1)
    const past = (assignedTo: string) =>
      dashboard.arrive(
        business,
        { at: `${yesterday}T09:00:00Z`, campaignId, statusId: statusIds.won, assignedTo },
        yesterday,
      )
    for (const { userId } of [writer, writer, chief]) await past(userId)
    await leads.remove(owner, [await past(writer.userId)])
    const { newLeads, won, time } = await dashboard.read(writer, { preset: 'today' })
    expect([newLeads, won]).toEqual([
      { total: 1, previous: 2 },
      { total: 0, previous: 2 },
    ])
    expect(time.points.reduce((sum, { previous }) => sum + (previous ?? 0), 0)).toBe(2)
  })

  test('and in the list of campaigns', async () => {
    const { writer, chief, mixed, second, campaignId, owner, own } = await world()
    await leads.relayed()
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
    const one = () => it.send(campaignRoutes.get, writer, { query: { campaignId } })
    expect((await one()).body.campaign).toMatchObject({ leadsCount: 1, leads: [own._id] })
    const gone = await leads.add(owner, { name: 'Gone', campaignId, assignedTo: writer.userId })
    await leads.remove(owner, [gone._id])
    expect((await one()).body.campaign.leadsCount).toBe(1)
    const trash = { filters: { trash: true } }
    expect([await leads.names(writer, trash), await leads.names(mixed, trash)]).toEqual([['Gone'], []])
  })
})

test('live events reach them when a lead becomes theirs and when it stops being theirs, and for no other lead', async () => {
  const { writer, owner, others, own, apiKey, campaignId } = await world()
  await leads.relayed()
  const stream = await openStream(base, writer.authorization)
  const witness = await openStream(base, owner.authorization)
  await Promise.all([stream.heard('ready'), witness.heard('ready')])
  const sent = await leads.add(await apiKey(), { name: 'Noa', campaignId })
  await leads.change(owner, others._id, { name: 'Dana Katz' })
  // The assignee at the time of delivery determines who gets the event.
  await witness.heard('change', 2)
  await leads.change(owner, sent._id, { assignedTo: writer.userId })
  await leads.change(owner, own._id, { assignedTo: null })
  await leads.change(owner, own._id, { name: 'Dana Gone' })
  await leads.change(owner, sent._id, { name: 'Noa Levi' })
  await witness.heard('change', 6)
  await stream.heard('change', 3)
  await leads.relayed()
  expect(stream.changes().map(({ leadId }) => leadId)).toEqual([sent._id, own._id, sent._id])
  // Of the lead that a colleague gave them, and of no other.
  expect(stream.notifications()).toMatchObject([{ action: 'lead_assigned', content: { leadId: sent._id } }])
})

test('live events show them a call, and its lead if it is theirs', async () => {
  const { writer, chief, own, others, businessId, campaignId } = await world()
  await leads.relayed()
  const [stream, witness] = [await openStream(base, writer.authorization), await openStream(base, chief.authorization)]
  await Promise.all([stream.heard('ready'), witness.heard('ready')])
  const db = it.deps.tenants.scope({ businessId })
  for (const { _id: leadId } of [others, own])
    await emit(db, { kind: 'system', businessId }, 'call.started', { callId: newId(), campaignId, leadId })
  it.deps.wakeRelay()
  const leadsOfCalls = ({ changes }: typeof stream) =>
    changes()
      .filter(({ name }) => name === 'call.started')
      .map(({ leadId }) => leadId)
  await waitFor(() => [stream, witness].every((one) => leadsOfCalls(one).length === 2))
  expect(leadsOfCalls(stream)).toEqual([undefined, own._id])
  expect(leadsOfCalls(witness)).toEqual([others._id, own._id])
})

test('a change of the option takes effect on live events, including those replayed', async () => {
  const { writer, owner, own, others } = await world()
  await keepToOwn(owner, false)
  await leads.relayed()
  const stream = await openStream(base, writer.authorization)
  await stream.heard('ready')
  await leads.change(owner, others._id, { name: 'Dana Katz' })
  const [first] = await stream.heard('change')
  await keepToOwn(owner, true)
  await stream.heard('missed')
  await leads.change(owner, others._id, { name: 'Dana Cohen' })
  await leads.change(owner, own._id, { name: 'Dana Lev' })
  await stream.heard('change', 2)
  expect(stream.changes().map(({ leadId }) => leadId)).toEqual([others._id, own._id])
  const again = await openStream(base, writer.authorization, { after: first?.id ?? '' })
  await again.heard('change')
  expect(again.changes().map(({ leadId }) => leadId)).toEqual([own._id])
})

test('notifications, mails and text messages about other leads do not reach them', async () => {
  const { writer, reader, chief, owner, campaignId, apiKey } = await world()
  await leads.relayed()
  const addresses = { emailNotifications: [writer.email, chief.email] }
  await it.send(campaignRoutes.change, owner, { params: { id: campaignId }, body: addresses })
  const choice = { app: true, popup: true, push: true, mail: true, sms: false, onlyMine: false }
  for (const as of [writer, chief])
    await notifications.change(as as never, { events: [{ event: 'receiving_a_lead', choice }] })
  await leads.add(await apiKey(), { name: 'Noa', campaignId })
  await leads.add(owner, { name: 'Omer', campaignId, assignedTo: writer.userId })
  const names = (list: { content: unknown }[]) => list.map(({ content }) => (content as { leadName: string }).leadName)
  expect(names(await notifications.received(chief, 5)).sort()).toEqual([
    'Dana Cohen',
    'Dana Free',
    'Dana Levi',
    'Noa',
    'Omer',
  ])
  expect(names(await notifications.received(writer, 2)).sort()).toEqual(['Dana Levi', 'Omer'])
  expect(await notifications.listOf(reader)).toEqual([])
  await waitFor(() => mailsTo(chief.email).length === 2 && mailsTo(writer.email).length === 1)
  expect(mailsTo(writer.email)).toEqual(['Omer'])
})

test('nor mails that they enabled themselves, where the campaign lists no address', async () => {
  const { writer, chief, owner, campaignId } = await world()
  const choice = { app: true, popup: true, push: true, mail: true, sms: false, onlyMine: false }
  for (const as of [writer, chief])
    await notifications.change(as as never, { events: [{ event: 'receiving_a_lead', choice }] })
  await leads.add(owner, { name: 'Noa', campaignId })
  await leads.add(owner, { name: 'Omer', campaignId, assignedTo: writer.userId })
  await waitFor(() => mailsTo(chief.email).length === 2 && mailsTo(writer.email).length === 1)
  expect(mailsTo(writer.email)).toEqual(['Omer'])
})

test('calls that they may hear name the lead only if it is theirs', async () => {
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
  for (const search of ['1234567', '4567']) expect(await names(writer, { search })).toEqual(['', 'Dana Levi'])
  const file = async (body: object) => {
    const { url } = (await it.send(callRoutes.exportLink, writer, { body })).body
    return (await it.app.inject({ url, headers: { host: 'localhost' } })).body.split('\r\n').slice(1, -1)
  }
  for (const body of [{}, { search: '4567' }]) {
    const lines = await file(body)
    expect([lines.length, lines.join().includes('Dana Levi'), lines.join().includes('Cohen')]).toEqual([2, true, false])
  }
  expect(await file({ search: 'Cohen' })).toEqual([])
  const one = await it.send(callRoutes.get, writer, { params: { id: foreign } })
  expect([one.status, one.body.call.lead]).toEqual([200, null])
  const last = await it.send(leadCallRoutes.last, writer, { query: { leadIds: `${own._id},${others._id}` } })
  expect(last.body.calls.map(({ lead }) => lead?._id)).toEqual([own._id])
})

test('the business sets the option; it applies to Writers and Readers only, at once', async () => {
  const { owner, chief, writer, reader, campaignId } = await world()
  const affiliate = await it.send(businessRoutes.change, chief, { body: { ownLeadsOnly: false } })
  expect(affiliate.status).toBe(403)
  await keepToOwn(owner, false)
  for (const as of [owner, chief, writer, reader])
    expect((await leads.names(as)).filter((name) => name.startsWith('Dana'))).toHaveLength(3)
  await leads.add(owner, { name: 'Noa', campaignId, assignedTo: chief.userId })
  for (const as of [writer, reader])
    await waitFor(async () => JSON.stringify(await notifications.listOf(as)).includes('Noa'))
  await keepToOwn(owner, true)
  expect(await leads.names(writer)).toEqual(['Dana Levi'])
  expect(await leads.names(chief)).toHaveLength(4)
})
