import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { BOARD_STEP, type BoardColumn, leadBoardRoutes, NO_OPTION } from '#contract/leads/lead-board.ts'
import type { BoardBy } from '#contract/leads/lead-fields.ts'
import type { Credentials } from '../../../testing/test-app.ts'
import { testApp } from '../../../testing/test-app.ts'
import { someOptions, testLeadFields } from '../../../testing/test-lead-fields.ts'
import { testLeads } from '../../../testing/test-leads.ts'
import { testOwnLeads } from '../../../testing/test-own-leads.ts'

const it = await testApp()
const { add, change, comment, page, remove, relayed, withoutRelay } = testLeads(it)
const { made } = testLeadFields(it)
const { world: ownWorld } = testOwnLeads(it)

type As = Partial<Credentials>
type Query = { campaignId?: string; search?: string; filters?: Record<string, unknown>; sort?: 'date' | '-date' }

async function board(as: As, by: BoardBy, { filters, ...query }: Query = {}) {
  const asked = { ...query, by, ...(filters && { filters: JSON.stringify(filters) }) }
  const { status, body } = await it.send(leadBoardRoutes.get, as, { query: asked })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** The query of the list that a column is a part of. */
const listOf = (by: BoardBy, key: string, { filters, ...query }: Query): Query =>
  by === 'campaign'
    ? { ...query, ...(filters && { filters }), campaignId: key }
    : by.startsWith('fields.')
      ? { ...query, filters: { ...filters, option: { field: by, key: key === NO_OPTION ? null : key } } }
      : { ...query, filters: { ...filters, [by]: [key] } }

/** Each column equals the list with its key as a filter, and all columns together are the list. */
async function expectLikeList(as: As, by: BoardBy, query: Query) {
  const { columns, total, value } = await board(as, by, query)
  const sum = (of: (column: BoardColumn) => number) => columns.reduce((all, column) => all + of(column), 0)
  const whole = await page(as, { ...query, limit: 1 })
  expect({ total, columns: sum((column) => column.total) }).toEqual({
    total: whole.body.pagination.total,
    columns: whole.body.pagination.total,
  })
  expect(value).toBe(sum((column) => column.value))
  for (const column of columns) {
    const { body } = await page(as, { ...listOf(by, column.key, query), limit: 100 })
    expect(column.leads).toEqual(body.leads.slice(0, BOARD_STEP))
    expect({ total: column.total, value: column.value }).toEqual({
      total: body.leads.length,
      value: body.leads.reduce((all, lead) => all + (lead.value ?? 0), 0),
    })
  }
}

const sources = ['meta', 'website', 'רדיו, עיר']
const groupings = ['status', 'campaign', 'source', 'assigned', 'fields.work'] as const
const makeWork = (owner: As, changes: object = {}) =>
  made(owner, { nameEn: 'Work', type: 'choice', options: someOptions('Kitchen', 'Bath', 'None'), ...changes })
const one = <T>(list: readonly T[], at: number) => list[at % list.length] as T

async function start() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const second = await business.campaign()
  await makeWork(owner)
  const lead = await business.member('Lead', [business.campaignId, second])
  const guest = await business.member('Reader', [second])
  const campaigns = [business.campaignId, second]
  const statuses = Object.values(business.statusIds)
  const people = [null, owner.userId, lead.userId]
  const ids: string[] = []
  const write = async (from: number, to: number) => {
    for (let at = from; at < to; at++) {
      const { _id } = await add(owner, {
        name: at % 3 ? 'Dana Levi' : 'Noa Katz',
        campaignId: one(campaigns, Math.floor(at / 2)),
        statusId: at % 5 ? one(statuses, 0) : one(statuses, at),
        source: one(sources, at),
        assignedTo: one(people, at),
        value: at % 4 ? at * 1_000 : null,
        ...(at % 3 && { fields: { work: one(['kitchen', 'bath', 'none'], at) } }),
      })
      ids.push(_id)
    }
  }
  await write(0, 40)
  await change(owner, one(ids, 1), { value: 77 })
  await change(owner, one(ids, 2), { statusId: one(statuses, 2), value: 5_000 })
  await change(owner, one(ids, 4), { fields: { work: 'bath' } })
  await change(owner, one(ids, 5), { fields: { work: null } })
  await change(owner, one(ids, 3), { value: null, tags: ['VIP'] })
  await comment(owner, one(ids, 5), 'Called')
  await remove(owner, [one(ids, 7), one(ids, 9)])
  await relayed()
  return { owner, guest, campaigns, statuses, people, ids, write }
}

describe('of random queries', () => {
  let world: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    world = await start()
  })

  const queries = ({ statuses, people, campaigns }: typeof world) => {
    const some = <T>(list: readonly T[]) => fc.subarray([...list], { minLength: 1 })
    const assigned = some(people.map((id) => id ?? 'none'))
    const filters = fc.record(
      {
        status: some(statuses),
        source: some(sources),
        assigned,
        tag: fc.constant(['vip']),
        unread: fc.constant(true),
        from: fc.constantFrom('2020-01-01', '2100-01-01'),
        to: fc.constant('2100-01-01'),
      },
      { requiredKeys: [] },
    )
    return fc.record(
      {
        filters,
        campaignId: some(campaigns).map((ids) => ids.join()),
        search: fc.constantFrom('Dana', 'kat', '97272444', 'zzz', 'a'),
        sort: fc.constantFrom('date' as const, '-date' as const),
      },
      { requiredKeys: [] },
    )
  }

  test.each(groupings)(
    'the columns by %s add up to the list, and each equals the list filtered by it',
    async (by) => {
      const { owner, guest } = world
      await fc.assert(
        fc.asyncProperty(queries(world), fc.boolean(), (query, isGuest) => {
          const { campaignId: _, ...inSight } = query
          return expectLikeList(isGuest ? guest : owner, by, isGuest ? inSight : query)
        }),
        { numRuns: 25 },
      )
    },
    60_000,
  )

  test('a change is counted before the relay has applied it', async () => {
    const { owner, ids, statuses, write } = world
    await withoutRelay(async () => {
      await write(40, 44)
      await change(owner, one(ids, 11), { statusId: one(statuses, 3), value: 123_400 })
      await change(owner, one(ids, 12), { value: 1 })
      await change(owner, one(ids, 13), { assignedTo: one(world.people, 2), value: 70_000 })
      await change(owner, one(ids, 14), { assignedTo: null })
      for (const by of groupings) await expectLikeList(owner, by, {})
      await expectLikeList(owner, 'status', { campaignId: one(world.campaigns, 0), filters: { from: '2020-01-01' } })
    })
    await relayed()
    for (const by of groupings) await expectLikeList(owner, by, {})
  }, 60_000)
})

test('a column has its newest leads first, or its oldest, and no more than a step of them', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const ids: string[] = []
  for (let at = 0; at <= BOARD_STEP; at++)
    ids.push((await add(owner, { campaignId: business.campaignId, value: 10 }))._id)
  const [newest] = (await board(owner, 'status')).columns
  expect(newest).toMatchObject({ key: business.statusIds.new, total: BOARD_STEP + 1, value: 10 * (BOARD_STEP + 1) })
  expect(newest?.leads.map(({ _id }) => _id)).toEqual(ids.toReversed().slice(0, BOARD_STEP))
  const [oldest] = (await board(owner, 'assigned', { sort: 'date' })).columns
  expect(oldest).toMatchObject({ key: 'none', total: BOARD_STEP + 1 })
  expect(oldest?.leads.map(({ _id }) => _id)).toEqual(ids.slice(0, BOARD_STEP))
})

test('a board without leads has no columns', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  await makeWork(owner)
  for (const by of groupings)
    expect(await board(owner, by)).toEqual({ success: true, columns: [], total: 0, value: 0, hidden: 0 })
})

test('members who are kept to their own leads get only these in columns, counts and sums', async () => {
  const { owner, chief, writer, reader, own } = await ownWorld()
  await makeWork(owner)
  for (const by of groupings) {
    const { columns, total } = await board(writer, by)
    expect(total).toBe(1)
    expect(columns.map(({ leads }) => leads.map(({ _id }) => _id))).toEqual([[own._id]])
    expect((await board(reader, by)).columns).toEqual([])
    expect((await board(chief, by)).total).toBeGreaterThan(1)
  }
})

test('an own field divides the board only if it is a choice that is not personal', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  await makeWork(owner, { nameEn: 'Faith', isPersonal: true })
  await made(owner, { nameEn: 'Size', type: 'number' })
  const asked = async (by: BoardBy) => (await it.send(leadBoardRoutes.get, owner, { query: { by } })).body
  const refused = (message: string) => ({
    code: 'invalid_input',
    issues: [{ path: 'by', message: expect.stringContaining(message) }],
  })
  expect(await asked('fields.faith')).toMatchObject(refused('not valid'))
  expect(await asked('fields.size')).toMatchObject(refused('not valid'))
  expect(await asked('fields.gone')).toMatchObject(refused('field'))
  const filters = JSON.stringify({ option: { field: 'fields.size', key: 'x' } })
  const { status } = await it.send(leadBoardRoutes.get, owner, { query: { by: 'status', filters } })
  expect(status).toBe(422)
})

test('of two people who move one card from the same column only one succeeds', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const lead = await business.member('Lead', [business.campaignId])
  const { _id } = await add(owner, { campaignId: business.campaignId })
  const { new: from, ongoing, won } = business.statusIds
  const replies = await Promise.all([
    change(owner, _id, { statusId: ongoing, expected: { statusId: from } }),
    change(lead, _id, { statusId: won, expected: { statusId: from } }),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const winner = replies.find(({ status }) => status === 200)?.body.lead.statusId
  for (const as of [owner, lead])
    expect((await board(as, 'status')).columns.map(({ key, total }) => [key, total])).toEqual([[winner, 1]])
})
