import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { EXACT_TOTAL_MAX } from '#contract/common.ts'
import { LEAD_SORT_MAX, type LeadSort, leadSorts, type SortField, sortFields } from '#contract/leads/lead-sorts.ts'
import { newId } from '../../../platform/ids.ts'
import { insertRows } from '../../../testing/factories.ts'
import { testApp } from '../../../testing/test-app.ts'
import type { TestMember } from '../../../testing/test-business.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'

const it = await testApp()
const { page, add, change, remove, relayed } = testLeads(it)

const COUNT = 180
const DAY = 86_400_000
const MORNING = Date.parse('2026-03-10T07:00:00Z')
const at = (ms: number) => new Date(ms).toISOString()
const names = ['דנה', 'אבי', 'תמר', 'dana', 'Avi', 'AVI', 'Zoë', '', '']

type Row = { id: string; name: string; status: number; value: number | null; created: number; active: number }
type Stored = Row & { campaign: number; response: number | null; read: boolean }
let business: Awaited<ReturnType<typeof it.newBusiness>>
let owner: TestMember
/** In the order of their positions. */
let statuses: string[]
let campaigns: string[]
let stored: Stored[]

beforeAll(async () => {
  business = await it.newBusiness()
  const { businessId, db, campaignId, statusIds } = business
  owner = await business.member('Owner')
  campaigns = [campaignId, await business.campaign()]
  statuses = [statusIds.lost, statusIds.new, statusIds.won]
  for (const [index, id] of statuses.entries())
    await db
      .updateTable('lead_statuses')
      .set({ position: index - 10 })
      .where('id', '=', id)
      .execute()
  // Few different values, so that many leads are equal in each field. The ids are not in the order of creation.
  stored = Array.from({ length: COUNT }, (_, i): Stored => {
    const created = MORNING + ((i * 7) % 5) * DAY + Math.floor(i / 40) * 1_000
    return {
      id: newId(),
      name: names[i % names.length] as string,
      status: (i * 5) % 3,
      value: [null, 0, 100, 100, 25_000, null][i % 6] as number | null,
      created,
      active: created + ((i * 11) % 4) * DAY,
      campaign: i % 4 === 0 ? 1 : 0,
      response: [null, 0, 60, 60, 7_200][(i * 3) % 5] as number | null,
      read: i % 3 === 0,
    }
  })
  const leads = stored.map((row) => ({
    business_id: businessId,
    id: row.id,
    campaign_id: campaigns[row.campaign] as string,
    status_id: statuses[row.status] as string,
    source: row.read ? 'meta' : 'website',
    name: row.name,
    email: `sorted${row.id}@example.test`,
    value: row.value,
    created_at: at(row.created),
    last_activity_at: at(row.active),
    read_at: row.read ? at(row.active) : null,
    response_due_at: row.value === null ? null : at(row.created + row.value * 1_000),
    first_response_at: row.response === null ? null : at(row.created + row.response * 1_000),
  }))
  const events = leads.map((lead, i) => ({
    business_id: businessId,
    id: newId(),
    campaign_id: lead.campaign_id,
    lead_id: lead.id,
    name: 'lead.changed',
    actor: JSON.stringify({ system: true }),
    payload: JSON.stringify({
      leadId: lead.id,
      campaignId: lead.campaign_id,
      changes: {},
      counts: [
        {
          campaignId: lead.campaign_id,
          statusId: lead.status_id,
          source: lead.source,
          day: lead.created_at.slice(0, 10),
          ...(stored[i]?.response != null && { response: String(stored[i].response) }),
          total: 1,
          sales: 0,
        },
      ],
    }),
  }))
  await insertRows(db, 'leads', leads)
  await insertRows(db, 'events', events)
  await relayed()
})

/** What each field is sorted by; null comes last. */
const sortValue: { [F in SortField]: (row: Stored) => number | string | null } = {
  date: ({ created }) => created,
  name: ({ name }) => name.toLowerCase() || null,
  status: ({ status }) => status,
  value: ({ value }) => value,
  lastActivity: ({ active }) => active,
  firstResponse: ({ response }) => response,
  responseDue: ({ response, created, value }) => (response === null && value !== null ? created + value * 1_000 : null),
}

const compare = (a: number | string, b: number | string) => (a < b ? -1 : a > b ? 1 : 0)
function sorted(rows: readonly Stored[], sort: LeadSort): string[] {
  const field = sort.replace('-', '') as SortField
  const way = sort.startsWith('-') ? -1 : 1
  const ordered = [...rows].sort((a, b) => {
    const [one, other] = [sortValue[field](a), sortValue[field](b)]
    if ((one === null) !== (other === null)) return one === null ? 1 : -1
    const byValue = one === null || other === null ? 0 : compare(one, other)
    return way * (byValue || compare(a.created, b.created) || compare(a.id, b.id))
  })
  return ordered.map(({ id }) => id)
}

const hasWon = { field: 'status', op: 'in' } as const
/** Lists by name: the request, and which leads it selects. */
const lists = {
  all: [() => ({}), () => true],
  'a campaign': [() => ({ campaignId: campaigns[1] }), ({ campaign }) => campaign === 1],
  'two campaigns': [() => ({ campaignId: campaigns.join(',') }), () => true],
  'a status': [() => ({ filters: { status: [statuses[2]] } }), ({ status }) => status === 2],
  'two statuses': [() => ({ filters: { status: statuses.slice(1) } }), ({ status }) => status > 0],
  'a source': [() => ({ filters: { source: ['meta'] } }), ({ read }) => read],
  'not answered': [() => ({ filters: { unanswered: true } }), ({ response }) => response === null],
  'answered within a day': [() => ({ filters: { response: ['4h', '5m'] } }), ({ response }) => response !== null],
  'some days': [
    () => ({ filters: { from: '2026-03-11', to: '2026-03-12' } }),
    ({ created }) => created >= MORNING + DAY && created < MORNING + 2.5 * DAY,
  ],
  'unread in a campaign': [
    () => ({ campaignId: campaigns[0], filters: { unread: true } }),
    ({ campaign, read }) => campaign === 0 && !read,
  ],
  conditions: [
    () => ({
      filters: {
        where: {
          any: [
            { ...hasWon, value: [statuses[2]] },
            { field: 'value', op: 'empty' },
          ],
        },
      },
    }),
    ({ status, value }) => status === 2 || value === null,
  ],
  'a search': [() => ({ search: 'avi' }), ({ name }) => name.toLowerCase() === 'avi'],
  'a search with conditions': [
    () => ({ search: 'sorted', filters: { where: { all: [{ field: 'value', op: 'notEmpty' }] } } }),
    ({ value }) => value !== null,
  ],
} as const satisfies Record<string, [() => object, (row: Stored) => boolean]>
const listNames = Object.keys(lists) as (keyof typeof lists)[]

async function comparePages(name: keyof typeof lists, sort: LeadSort, limit: number) {
  const [query, isIn] = lists[name]
  const wanted = sorted(stored.filter(isIn), sort)
  const pages = Math.ceil(wanted.length / limit)
  const joined: string[] = []
  // The page after the last one is empty.
  for (let number = 1; number <= pages + 1; number++) {
    const { status, body } = await page(owner, { ...query(), sort, limit, page: number })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.pagination).toEqual({ page: number, limit, total: wanted.length, totalIsExact: true, pages })
    joined.push(...body.leads.map(({ _id }) => _id))
  }
  expect(joined).toEqual(wanted)
}

describe('pages, joined, are the whole list in its order', () => {
  test.each(leadSorts)('every list by %s', async (sort) => {
    for (const name of listNames) await comparePages(name, sort, 100)
  })

  test('with any number of leads a page', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...listNames),
        fc.constantFrom(...leadSorts),
        fc.integer({ min: 7, max: 60 }),
        comparePages,
      ),
      { numRuns: 40 },
    )
  })
})

test('each sortable field sorts its list', () => {
  expect(new Set(leadSorts.map((sort) => sort.replace('-', '')))).toEqual(new Set(sortFields))
  expect(sortFields.map((field) => sorted(stored, field).join())).not.toContain(sorted(stored, 'date').reverse().join())
})

test('the trash is sorted, too, and so are the leads of a member who reads only their own', async () => {
  const world = await it.newBusiness()
  const boss = await world.member('Owner')
  const writer = await world.member('Writer', [world.campaignId])
  await it.send(businessRoutes.change, boss, { body: { ownLeadsOnly: true } })
  const { campaignId } = world
  for (const [name, value] of [
    ['b', 2],
    ['c', undefined],
    ['a', 1],
  ] as const) {
    const lead = await add(boss, { campaignId, name: `Name ${name}`, ...(value && { value }) })
    if (name !== 'b') await change(boss, lead._id, { assignedTo: writer.userId })
    if (name !== 'c') await remove(boss, [(await add(boss, { campaignId, name: `Gone ${name}` }))._id])
  }
  const list = async (as: TestMember, query: Record<string, unknown>) =>
    (await page(as, query)).body.leads.map(({ name }) => name)
  expect(await list(boss, { sort: '-name', filters: { trash: true } })).toEqual(['Gone b', 'Gone a'])
  expect(await list(writer, { sort: 'name' })).toEqual(['Name a', 'Name c'])
  expect(await list(writer, { sort: '-value' })).toEqual(['Name a', 'Name c'])
  expect(await list(boss, { sort: '-value' })).toEqual(['Name b', 'Name a', 'Name c'])
})

test('too many leads that no index holds in order are refused by a text; the same list by date is shown', {
  timeout: 120_000,
}, async () => {
  const world = await it.newBusiness()
  const boss = await world.member('Owner')
  /** In statements that stay within the time limit on a busy machine. */
  const fill = async (from: number, to: number) => {
    for (let at = from; at <= to; at += EXACT_TOTAL_MAX) await fillFew(at, Math.min(at + EXACT_TOTAL_MAX - 1, to))
  }
  const fillFew = (from: number, to: number) =>
    sql`insert into leads (business_id, id, campaign_id, status_id, source, name, email)
      select ${world.businessId}, uuidv7(), ${world.campaignId}, ${world.statusIds.new}, 'website', 'Noam ' || n, n || '@example.test'
      from generate_series(${from}::int, ${to}::int) n`.execute(world.db)
  const refused = async (query: object, language = 'en') =>
    refusal(await page(boss, { sort: 'name', ...query }, { 'accept-language': language }))
  await fill(1, EXACT_TOTAL_MAX)
  expect((await page(boss, { sort: 'name', search: 'noam' })).body.pagination.total).toBe(EXACT_TOTAL_MAX)
  await fill(EXACT_TOTAL_MAX + 1, LEAD_SORT_MAX)
  const code = 'too_many_to_sort'
  expect(await refused({ search: 'noam' })).toMatchObject({
    status: 422,
    code,
    message: expect.stringContaining('Filter the list first'),
  })
  const unread = { filters: { unread: true } }
  const whole = await page(boss, { sort: 'name', ...unread, page: LEAD_SORT_MAX / 10 })
  expect(whole.body.pagination).toMatchObject({ total: LEAD_SORT_MAX, totalIsExact: true })
  expect(whole.body.leads.at(-1)?.name).toBe('Noam 99999')
  await fill(LEAD_SORT_MAX + 1, LEAD_SORT_MAX + 1)
  expect(await refused(unread, 'he')).toMatchObject({
    status: 422,
    code,
    message: expect.stringContaining('יותר מדי לידים'),
  })
  expect((await page(boss, unread)).body.leads).toHaveLength(10)
})
