import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { dashboardRoutes } from '#contract/dashboard.ts'
import { newId } from '../../platform/ids.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'
import { testLeads } from '../../testing/test-leads.ts'

const it = await testApp()
const leads = testLeads(it)

type As = Partial<Credentials>
type Query = Record<string, unknown> & { filters?: object }
const page = async (as: As, { filters, ...query }: Query = {}) => {
  const asked = { ...query, ...(filters && { filters: JSON.stringify(filters) }) }
  const { status, body } = await it.send(callRoutes.list, as, { query: asked as never })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
/** The listed callers' last two digits, in order; checks that the total matches. */
const callers = async (as: As, query: Query = {}) => {
  const { calls, pagination } = await page(as, query)
  expect(pagination.total).toBe(calls.length)
  return calls.map(({ caller }) => caller?.slice(-2) ?? 'withheld')
}
const summary = async (as: As, { filters, ...query }: Query = {}) => {
  const asked = { ...query, ...(filters && { filters: JSON.stringify(filters) }) }
  const { status, body } = await it.send(callRoutes.summary, as, { query: asked as never })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.summary
}

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const made = await testCalls(it, business)
  return { ...business, owner, ...made }
}

test('a call is shown with its lead, campaign, number, who answered, times and recording', async () => {
  const { owner, member, campaignId, call, number, stored } = await world()
  const answerer = await member('Writer', [campaignId])
  const lead = await leads.add(owner, { name: 'Dana Levi', campaignId, source: 'call' })
  await leads.change(owner, lead._id, { tags: ['kitchen'] })
  const id = await call({
    lead_id: lead._id,
    caller: lead.phone,
    answered_by: answerer.userId,
    started_at: '2026-03-01T10:00:00Z',
    answered_at: '2026-03-01T10:00:06Z',
    ended_at: '2026-03-01T10:00:48Z',
    is_first_time: true,
  })
  await stored(id, Buffer.alloc(100))
  const { calls, pagination } = await page(owner)
  expect(pagination).toEqual({ page: 1, limit: 10, total: 1, totalIsExact: true, pages: 1 })
  expect(calls).toEqual([
    {
      _id: id,
      direction: 'inbound',
      state: 'ended',
      status: 'Answered',
      startedAt: '2026-03-01T10:00:00Z',
      answeredAt: '2026-03-01T10:00:06Z',
      endedAt: '2026-03-01T10:00:48Z',
      ringSeconds: 6,
      duration: 42,
      caller: lead.phone,
      callerText: null,
      isWithheld: false,
      isFirstTime: true,
      isAbandoned: false,
      lead: { _id: lead._id, name: 'Dana Levi', source: 'call', tags: ['kitchen'] },
      campaignId,
      campaignName: 'Kitchens',
      number: { _id: number.id, phone: number.phone, label: 'Radio' },
      answeredBy: { _id: answerer.userId, name: answerer.name, image: null },
      answeredPhone: null,
      passedTo: [],
      recordLink: `/api/call/${id}/recording`,
      recording: { kind: 'dial', state: 'stored', seconds: 1, channels: 2, purgedAt: null },
      isTest: false,
      called: null,
      madeBy: null,
      logged: null,
    },
  ])
})

test('every filter, alone and together, in either order', async () => {
  const { owner, member, campaign, call, addNumber, stored } = await world()
  const other = await campaign({ name: 'Baths' })
  const second = await addNumber()
  const person = await member('Writer', [other])
  const at = (day: number) => `2026-03-0${day}T10:00:00Z`
  const make = (last: string, day: number, values = {}) =>
    call({ caller: `+9725412345${last}`, started_at: at(day), ...values })
  await make('01', 1, { campaign_id: other, answered_by: person.userId })
  await make('02', 2, { status: 'Busy', number_id: second.id, is_first_time: true })
  await make('03', 3, { status: 'Caller Canceled', is_abandoned: true })
  await make('04', 4, { status: 'Blacklisted', direction: 'inbound' })
  await make('05', 5, { direction: 'outbound' })
  await call({ caller: null, started_at: at(6), status: null, state: 'ringing', ring_s: null, talk_s: 0 })
  await stored(await make('07', 7), Buffer.alloc(60))

  expect(await callers(owner)).toEqual(['07', 'withheld', '05', '04', '03', '02', '01'])
  expect(await callers(owner, { sort: 'date' })).toEqual(['01', '02', '03', '04', '05', 'withheld', '07'])
  expect(await callers(owner, { campaignId: other })).toEqual(['01'])
  const of = (filters: object, query = {}) => callers(owner, { ...query, filters })
  expect(await of({ status: ['Busy', 'Blacklisted'] })).toEqual(['04', '02'])
  expect(await of({ status: ['Busy', 'Blacklisted'] }, { sort: 'date' })).toEqual(['02', '04'])
  expect(await of({ missed: true })).toEqual(['03', '02'])
  expect(await of({ missed: true, status: ['Busy', 'Answered'] })).toEqual(['02'])
  expect(await of({ abandoned: true })).toEqual(['03'])
  expect(await of({ direction: 'outbound' })).toEqual(['05'])
  expect(await of({ number: [second.id] })).toEqual(['02'])
  expect(await of({ answeredBy: [person.userId] })).toEqual(['01'])
  expect(await of({ firstTime: true })).toEqual(['02'])
  expect(await of({ recording: true })).toEqual(['07'])
  expect(await of({ from: '2026-03-02', to: '2026-03-03' })).toEqual(['03', '02'])
  expect(await of({ from: '2026-03-02', missed: true, firstTime: true })).toEqual(['02'])
  expect(await of({ status: [] })).toEqual([])
  expect(await of({ number: [newId()] })).toEqual([])
  expect(await callers(owner, { campaignId: other, filters: { status: ['Busy'] } })).toEqual([])
})

test('a call that tries a number out stands in its own list alone and counts nowhere', async () => {
  const { owner, call, campaignId } = await world()
  const dashboard = async () => (await it.send(dashboardRoutes.get, owner, { query: { preset: 'allTime' } })).body
  const id = await call({ is_test: true, direction: 'outbound', caller: null })
  expect(JSON.stringify(await dashboard())).toContain('"hasCalls":false')
  await call({ caller: '+972541234501' })
  expect(await callers(owner)).toEqual(['01'])
  expect(await callers(owner, { filters: { direction: 'outbound' } })).toEqual([])
  expect((await page(owner)).pagination.total).toBe(1)
  expect(await summary(owner)).toMatchObject({ calls: 1, answered: 1 })
  const tests = await page(owner, { campaignId, filters: { test: true } })
  expect(tests.calls).toMatchObject([{ _id: id, isTest: true }])
  expect(tests.pagination.total).toBe(1)
  expect(await callers(owner, { filters: { test: true }, search: '0541234501' })).toEqual([])
})

test('a day begins and ends at midnight in Jerusalem', async () => {
  const { owner, call } = await world()
  await call({ caller: '+972541234501', started_at: '2026-01-31T21:59:59Z' })
  await call({ caller: '+972541234502', started_at: '2026-01-31T22:00:00Z' })
  await call({ caller: '+972541234503', started_at: '2026-02-01T22:00:00Z' })
  expect(await callers(owner, { filters: { from: '2026-02-01', to: '2026-02-01' } })).toEqual(['02'])
})

test('a caller is found by digits in any formatting, a lead by letters of its name', async () => {
  const { owner, campaignId, call } = await world()
  const dana = await leads.add(owner, { name: 'דנה כהן', campaignId })
  const mike = await leads.add(owner, { name: 'Michael Katz', campaignId })
  await call({ caller: '+972541234567', lead_id: dana._id })
  await call({ caller: '+97236123499', lead_id: mike._id })
  await call({ caller: '+14155552671' })
  for (const typed of [
    '054-123-4567',
    '+972 54 123 4567',
    '00972541234567',
    '054123',
    '4567',
    '1234567',
    '(054) 123.4567',
  ])
    expect([typed, await callers(owner, { search: typed })]).toEqual([typed, ['67']])
  expect(await callers(owner, { search: '415-555' })).toEqual([])
  expect(await callers(owner, { search: '+1 415-5' })).toEqual(['71'])
  expect(await callers(owner, { search: 'כהן' })).toEqual(['67'])
  expect(await callers(owner, { search: 'KATZ' })).toEqual(['99'])
  expect(await callers(owner, { search: 'KATZ', filters: { status: ['Busy'] } })).toEqual([])
  for (const typed of ['qqq', '%%%', 'a', '12']) expect(await callers(owner, { search: typed })).toEqual([])
})

test('what another business’s leads are called finds and counts nothing, neither here nor there', async () => {
  const [ours, theirs] = [await world(), await world()]
  for (const { owner, campaignId, call } of [ours, theirs])
    for (const name of ['Yael Unique', 'Dot --- Dash']) {
      const { _id } = await leads.add(owner, { name, campaignId })
      await call({ caller: '+972541234511', lead_id: _id })
    }
  for (const search of ['unique', 'yael uni', '1234511', '---'])
    expect([search, (await callers(ours.owner, { search })).length]).toEqual([search, search === '1234511' ? 2 : 1])
  expect((await summary(ours.owner, { search: 'unique' })).calls).toBe(1)
})

test('pages follow each other without gap or repetition, and beyond the last one the total is known', async () => {
  const { owner, campaignId, call } = await world()
  const started = '2026-03-01T10:00:00Z'
  for (let i = 0; i < 23; i++) await call({ caller: `+9725412345${10 + i}`, ...(i < 9 && { started_at: started }) })
  const pages = []
  for (const one of [1, 2, 3, 4]) pages.push(await page(owner, { page: one }))
  expect(pages.map(({ calls }) => calls.length)).toEqual([10, 10, 3, 0])
  expect(pages.map(({ pagination }) => [pagination.total, pagination.pages])).toEqual(Array(4).fill([23, 3]))
  const ids = pages.flatMap(({ calls }) => calls.map(({ _id }) => _id))
  expect(new Set(ids).size).toBe(23)
  const lead = await leads.add(owner, { name: 'Dana Levi', campaignId })
  for (let i = 0; i < 3; i++) await call({ lead_id: lead._id, caller: lead.phone })
  for (const [search, total] of [
    ['+97254123451', 10],
    ['dana', 3],
    ['no such name', 0],
  ] as const)
    expect([search, await page(owner, { search, page: 3 })]).toMatchObject([
      search,
      { calls: [], pagination: { total } },
    ])
  const turned = await page(owner, { limit: 100, sort: 'date' })
  expect(turned.calls.slice(0, 23).map(({ _id }) => _id)).toEqual(ids.toReversed())
})

test('deep pages are the same rows as near ones, from either end, whole or of a status, a campaign or some days', async () => {
  const { owner, businessId, campaignId, campaign, call, db, connectionId, member, letHear } = await world()
  const other = await campaign()
  const { _id: lead_id } = await leads.add(owner, { name: 'Dana Cohen', campaignId })
  const started = Date.parse('2026-02-01T20:00:00Z')
  // Some hours apart and in pairs, some without an end or a campaign.
  const many = Array.from({ length: 1_400 }, (_, i) => ({
    business_id: businessId,
    id: newId(),
    connection_id: connectionId,
    provider_sid: `CA${i}`,
    campaign_id: i % 10 === 0 ? null : i % 2 ? campaignId : other,
    called: '+97231234567',
    lead_id,
    state: i % 10 === 5 ? 'ringing' : 'ended',
    status: i % 10 === 5 ? null : i % 3 ? 'Answered' : 'Busy',
    started_at: new Date(started + Math.floor(i / 2) * 3_600_000).toISOString(),
  }))
  await db.insertInto('calls').values(many).execute()
  await call({ started_at: '2026-02-05T10:00:00Z' })
  // The relay counts events of other tests meanwhile.
  await leads.withoutRelay(() =>
    it.deps.workerDb.transaction().execute(async (tx) => {
      await sql`select set_config('app.business_id', ${businessId}, true)`.execute(tx)
      await sql`select repair_call_counters(${businessId}, array(select d from call_day_drifts(${businessId}, '2026-01-01', '2027-01-01') d))`.execute(
        tx,
      )
      await sql`select repair_call_counters(${businessId}, array(select d from call_sum_drifts(${businessId}) d))`.execute(
        tx,
      )
    }),
  )
  const rows = await db.selectFrom('calls').select(['id', 'status', 'campaign_id', 'started_at']).execute()
  const sorted = rows.toSorted((a, b) => `${b.started_at}${b.id}`.localeCompare(`${a.started_at}${a.id}`))
  const asks = [
    { query: {}, isIn: () => true },
    { query: { sort: 'date' }, isIn: () => true },
    {
      query: { filters: { to: '2026-03-02' } },
      isIn: ({ started_at: at }: (typeof rows)[number]) => at < '2026-03-02T22',
    },
  ]
  for (const { query, isIn } of asks) {
    const wanted = sorted.filter(isIn).map(({ id }) => id)
    if (query.sort) wanted.reverse()
    for (const number of [101, 102, 115, Math.ceil(wanted.length / 10), Math.ceil(wanted.length / 10) + 1]) {
      const { calls, pagination } = await page(owner, { ...query, page: number })
      expect([query, number, calls.map(({ _id }) => _id)]).toEqual([
        query,
        number,
        wanted.slice((number - 1) * 10, number * 10),
      ])
      expect(pagination).toMatchObject({ total: wanted.length, totalIsExact: true })
    }
  }
  // A member restricted to their own leads does not see the names of other leads.
  const writer = await member('Writer', [campaignId, other])
  await letHear(writer, [campaignId, other])
  const named = async () => new Set((await page(writer, { page: 115 })).calls.map(({ lead }) => lead?.name))
  expect(await named()).toEqual(new Set(['Dana Cohen']))
  await db.updateTable('businesses').set({ own_leads_only: true }).execute()
  it.deps.caches.endAll()
  expect(await named()).toEqual(new Set([undefined]))
})

test('the summary says what the calls of a list come to', async () => {
  const { owner, call } = await world()
  await call({ caller: '+972541234501', ring_s: 4 })
  await call({ caller: '+972541234501', ring_s: 9 })
  await call({ caller: '+972541234502', status: 'Busy', ring_s: 1, talk_s: 0 })
  await call({ caller: '+972541234503', status: 'Out of Time' })
  await call({ caller: '+972541234504', status: 'Blacklisted' })
  await call({ caller: null, status: null, state: 'ringing', ring_s: null })
  expect(await summary(owner)).toEqual({
    calls: 6,
    answered: 2,
    answeredShare: 0.5,
    missed: 2,
    averageWait: 6.5,
    uniqueCallers: 4,
    isExact: true,
  })
  expect(await summary(owner, { filters: { status: ['Blacklisted'] } })).toMatchObject({
    calls: 1,
    answeredShare: null,
    averageWait: null,
  })
  expect(await summary(owner, { search: '4501' })).toMatchObject({ calls: 2, answered: 2, uniqueCallers: 1 })
  expect(await summary(owner, { search: 'x' })).toMatchObject({ calls: 0, isExact: true })
})

test('one call with the phones that rang, in the order of the ring list', async () => {
  const { owner, businessId, db, campaignId, call, member } = await world()
  const person = await member('Writer', [campaignId])
  const id = await call({ answered_by: person.userId, caller: '+972541234567' })
  const attempt = { business_id: businessId, call_id: id, started_at: '2026-03-01T10:00:00Z' }
  await db
    .insertInto('call_attempts')
    .values([
      { ...attempt, step: 2, place: 1, kind: 'softphone', user_id: person.userId, outcome: 'completed', bridged: true },
      { ...attempt, step: 1, place: 1, kind: 'phone', phone: '+97231234567', outcome: 'busy' },
    ])
    .execute()
  const { status, body } = await it.send(callRoutes.get, owner, { params: { id } })
  expect(status).toBe(200)
  expect(body.call).toMatchObject({ _id: id, reason: 'bridged', isBlacklisted: false })
  expect(body.call.attempts).toMatchObject([
    { step: 1, kind: 'phone', user: null, phone: '+97231234567', outcome: 'busy', bridged: false },
    {
      step: 2,
      kind: 'softphone',
      user: { _id: person.userId, name: person.name },
      outcome: 'completed',
      bridged: true,
    },
  ])
})
