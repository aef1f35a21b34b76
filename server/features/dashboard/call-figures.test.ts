import { expect, test } from 'vitest'
import { callStatuses } from '#contract/calls/call-statuses.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { dashboardRoutes } from '#contract/dashboard.ts'
import { testDashboard } from '../../testing/features/test-dashboard.ts'
import { pastCalls } from '../../testing/past-calls.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'

/** Tuesday 27 October 2026, noon in Israel. */
const now = new Date('2026-10-27T10:00:00Z')
const it = await testApp({ now: () => now })
const { read } = testDashboard(it)
const { ring, end } = pastCalls(it)
const { relayed, withoutRelay } = testLeads(it)

/** Ten calls of this week and two of the week before, in two campaigns. */
async function filled() {
  const business = await it.newBusiness()
  const { campaignId: kitchens } = business
  const baths = await business.campaign({ name: 'Baths' })
  const [owner, dana, amir] = [
    await business.member('Owner'),
    await business.member('Lead', [kitchens]),
    await business.member('Writer', [kitchens]),
  ]
  const answered = (by: string, missed: string[] = []) => ({
    status: 'Answered' as const,
    answeredBy: by,
    attempts: [
      ...missed.map((userId) => ({ userId, outcome: 'no-answer', bridged: false })),
      { userId: by, outcome: 'completed', bridged: true },
    ],
  })
  const at = '2026-10-26T09:00:00Z'
  const calls = [
    // The clocks change this Sunday, so it begins at 21:00 UTC on Saturday, not at 22:00.
    { at: '2026-10-24T21:00:00Z', campaignId: kitchens, ...answered(dana.userId), ring: 10, talk: 60 },
    { at, campaignId: kitchens, ...answered(dana.userId, [amir.userId]), ring: 21, talk: 300 },
    { at, campaignId: baths, ...answered(amir.userId), ring: 5, talk: 1 },
    {
      at,
      campaignId: kitchens,
      status: 'Not Answered' as const,
      ring: 30,
      attempts: [
        { userId: dana.userId, outcome: 'no-answer', bridged: false },
        { userId: amir.userId, outcome: 'canceled', bridged: false },
      ],
    },
    { at, campaignId: baths, status: 'Busy' as const },
    { at, campaignId: baths, status: 'Caller Canceled' as const },
    { at, campaignId: baths, status: 'Blacklisted' as const },
    { at, campaignId: kitchens, status: 'Not Active' as const },
    { at, campaignId: null, status: 'Not Active' as const },
    { at, campaignId: kitchens, status: null },
    // One second before the week, so in the previous week.
    { at: '2026-10-24T20:59:59Z', campaignId: kitchens, ...answered(dana.userId), ring: 2, talk: 5 },
    { at: '2026-10-18T09:00:00Z', campaignId: kitchens, status: 'Out of Time' as const },
  ]
  for (const call of calls) await ring(business, call)
  return { ...business, kitchens, baths, owner, dana, amir }
}
const thisWeek = { preset: 'thisWeek' }
const week = async (owner: Parameters<typeof read>[0], query: object = {}) => {
  const { calls } = await read(owner, { ...thisWeek, ...query })
  if (!calls) throw new Error('no calls')
  return calls
}

test('calls of a period are counted beside those of the period before, with the relay and without', async () => {
  const { owner, campaignId, dana, amir } = await filled()
  await relayed()
  const calls = await week(owner)
  expect(calls).toMatchObject({
    hasCalls: true,
    total: { total: 10, previous: 1 },
    answered: { total: 3, previous: 0 },
    // Three of six: calls to blocked or inactive numbers and ongoing calls are excluded.
    answeredShare: { value: 0.5, previous: 0 },
    missed: { total: 3, previous: 1 },
    averageWait: { value: 12, previous: null },
  })
  expect(calls.statuses).toEqual(
    [3, 1, 1, 1, 2, 1, 0, 0].map((total, i) => ({ status: callStatuses[i], total, previous: i === 6 ? 1 : 0 })),
  )
  expect(
    calls.campaigns.map(({ name, total, previous, answeredShare }) => [name, total, previous, answeredShare]),
  ).toEqual([
    ['Kitchens', 5, 1, 2 / 3],
    ['Baths', 4, 0, 1 / 3],
  ])
  expect(calls.people).toEqual([
    {
      user: { _id: dana.userId, name: dana.name, image: null },
      answered: { total: 2, previous: 0 },
      missed: { total: 1, previous: 0 },
      rate: { value: 2 / 3, previous: null },
    },
    {
      user: { _id: amir.userId, name: amir.name, image: null },
      answered: { total: 1, previous: 0 },
      missed: { total: 2, previous: 0 },
      rate: { value: 1 / 3, previous: null },
    },
  ])
  const of = await week(owner, { campaignId })
  expect([of.total, of.answered, of.people[0]?.user._id]).toEqual([
    { total: 5, previous: 1 },
    { total: 2, previous: 0 },
    dana.userId,
  ])
})

test('a call counts from its first ring on; a late report takes back what an earlier one said', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const { campaignId } = business
  const at = '2026-10-26T09:00:00Z'
  await relayed()
  await withoutRelay(async () => {
    const callId = await ring(business, { at, campaignId, status: null })
    expect(await week(owner)).toMatchObject({ total: { total: 1 }, answeredShare: { value: null }, hasCalls: true })
    const unknown = { at, campaignId, status: 'Unknown' as const }
    await end(business, callId, { at, campaignId, status: null }, unknown)
    expect(await week(owner)).toMatchObject({ total: { total: 1 }, answeredShare: { value: 0 } })
    const answered = { at, campaignId, status: 'Answered' as const, answeredBy: owner.userId, ring: 7, talk: 20 }
    await end(business, callId, unknown, answered)
    expect(await week(owner)).toMatchObject({ total: { total: 1 }, answered: { total: 1 }, averageWait: { value: 7 } })
  })
  await relayed()
  expect(await week(owner)).toMatchObject({
    total: { total: 1 },
    answeredShare: { value: 1 },
    averageWait: { value: 7 },
    people: [{ user: { _id: owner.userId }, answered: { total: 1 } }],
  })
})

test('without calls; all time has nothing to compare with', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  expect((await read(owner, thisWeek)).calls).toMatchObject({
    hasCalls: false,
    total: { total: 0, previous: 0 },
    people: [],
  })
  const { owner: other } = await filled()
  expect((await read(other, { preset: 'allTime' })).calls).toMatchObject({
    total: { total: 12, previous: null },
    averageWait: { value: 10, previous: null },
  })
})

test('each figure is the total of the list of calls that it leads to, of all campaigns and of those one may hear', async () => {
  const { owner, dana, kitchens, baths, letHear, ...business } = await filled()
  // Figures are of incoming calls: a call that a member made counts in no figure and in none of their lists.
  const made = { at: '2026-10-26T09:00:00Z', direction: 'outbound' as const, attempts: [] }
  await ring({ ...business, letHear }, { ...made, campaignId: kitchens, status: 'Answered', answeredBy: dana.userId })
  await ring({ ...business, letHear }, { ...made, campaignId: baths, status: 'Busy' })
  const days = { from: '2026-10-25', to: '2026-10-27' }
  const total = async (as: Parameters<typeof read>[0], filters: object, campaignId?: string) => {
    const query = { limit: 10, filters: JSON.stringify({ ...days, ...filters }), ...(campaignId && { campaignId }) }
    const { status, body } = await it.send(callRoutes.list, as, { query: query as never })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.pagination.total
  }
  const agree = async (as: Parameters<typeof read>[0], campaignId?: string) => {
    const calls = await week(as, campaignId ? { campaignId } : {})
    expect(calls.total.total).toBe(await total(as, { direction: 'inbound' }, campaignId))
    expect(calls.missed.total).toBe(await total(as, { missed: true }, campaignId))
    for (const { status, total: shown } of calls.statuses)
      expect([status, shown]).toEqual([status, await total(as, { direction: 'inbound', status: [status] }, campaignId)])
    for (const { user, answered, missed } of calls.people) {
      const answeredBy = [user._id]
      expect(answered.total).toBe(
        await total(as, { direction: 'inbound', status: ['Answered'], answeredBy }, campaignId),
      )
      expect(answered.total + missed.total).toBe(await total(as, { rang: [user._id] }, campaignId))
    }
    for (const { _id, total: shown } of calls.campaigns)
      expect(shown).toBe(await total(as, { direction: 'inbound' }, _id))
    return calls.total.total
  }
  expect(await agree(owner)).toBe(10)
  expect(await agree(owner, baths)).toBe(4)
  await letHear(dana, [kitchens])
  expect(await agree(dana)).toBe(5)
  expect(await agree(dana, kitchens)).toBe(5)
})

test('of one person: the calls that rang there, each figure with the list of as many, the hours and what became of the missed', async () => {
  const { owner, dana, amir, kitchens, baths } = await filled()
  const other = await it.newBusiness()
  const days = { from: '2026-10-25', to: '2026-10-27' }
  const total = async (filters: object, campaignId?: string) => {
    const query = { limit: 10, filters: JSON.stringify({ ...days, ...filters }), ...(campaignId && { campaignId }) }
    return (await it.send(callRoutes.list, owner, { query: query as never })).body.pagination.total
  }
  for (const [person, campaignId] of [[dana], [amir], [dana, kitchens], [amir, baths]] as const) {
    const rang = person.userId
    const query = { ...thisWeek, rang, ...(campaignId && { campaignId }) }
    const calls = await week(owner, query)
    const theirs = { rang: [rang] }
    expect(calls.total.total).toBe(await total(theirs, campaignId))
    expect(calls.answered.total).toBe(
      await total({ ...theirs, direction: 'inbound', status: ['Answered'], answeredBy: [rang] }, campaignId),
    )
    expect(calls.missed.total).toBe(await total({ ...theirs, missed: true }, campaignId))
    for (const { status, total: shown } of calls.statuses)
      expect([status, shown]).toEqual([status, await total({ ...theirs, status: [status] }, campaignId)])
    const [hours, returns] = [
      (await it.send(dashboardRoutes.hours, owner, { query: query as never })).body.hours,
      (await it.send(dashboardRoutes.returns, owner, { query: query as never })).body.returns,
    ]
    const sum = (counts: readonly number[] | null) => (counts ?? []).reduce((all, one) => all + one, 0)
    expect([sum(hours.calls), sum(hours.missed)]).toEqual([calls.total.total, calls.missed.total])
    expect((returns?.returned.total ?? 0) + (returns?.notReturned.total ?? 0)).toBe(calls.missed.total)
    expect(returns?.returned.total).toBe(await total({ ...theirs, returned: true }, campaignId))
  }
  // Two that Dana answered, and one that she did not.
  expect(await week(owner, { rang: dana.userId })).toMatchObject({
    hasCalls: true,
    total: { total: 3, previous: 0 },
    answered: { total: 2, previous: 0 },
    answeredShare: { value: 2 / 3, previous: null },
    people: [{ user: { _id: dana.userId }, missed: { total: 1 } }],
  })
  const stranger = await other.member('Owner')
  expect((await read(owner, { ...thisWeek, rang: stranger.userId })).calls).toBeNull()
})

test('a member who may not read calls sees no figures of them', async () => {
  const { member, kitchens } = await filled()
  expect((await read(await member('Admin'), thisWeek)).calls).toBeNull()
  expect((await read(await member('Reader', [kitchens]), thisWeek)).calls).toBeNull()
})
