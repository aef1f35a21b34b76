import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { insertRows } from '../../../testing/factories.ts'
import { testApp } from '../../../testing/test-app.ts'
import type { TestMember } from '../../../testing/test-business.ts'
import { testLeads } from '../../../testing/test-leads.ts'

const it = await testApp()
const { page, add, remove, restore, relayed, withoutRelay } = testLeads(it)

/**
 * Number of leads per day: uneven, with empty days and one day that is larger than any page or shortcut. The first nine
 * days have 1,100 leads, so a page of 100 begins with the tenth day.
 */
const perDay = [1, 0, 3, 40, 0, 0, 900, 7, 149, 0, 300, 2, 1, 150, 0, 500, 10, 90, 0, 36]
const COUNT = perDay.reduce((sum, count) => sum + count)
const dayOf = (index: number) => `2026-03-${String(index + 10).padStart(2, '0')}`

let business: Awaited<ReturnType<typeof it.newBusiness>>
let owner: TestMember
let campaigns: string[]
let statuses: string[]

beforeAll(async () => {
  business = await it.newBusiness()
  const { businessId, db, campaignId, statusIds } = business
  owner = await business.member('Owner')
  campaigns = [campaignId, await business.campaign(), await business.campaign()]
  statuses = [statusIds.new, statusIds.won, statusIds.lost]
  let number = 0
  const leads = perDay.flatMap((count, index) =>
    Array.from({ length: count }, (_, i) => ({
      business_id: businessId,
      id: newId(),
      // The campaigns are rare, common and very common.
      campaign_id: campaigns[number % 17 === 0 ? 2 : number % 3 === 0 ? 1 : 0] as string,
      status_id: statuses[number % 11 === 0 ? 2 : number % 2] as string,
      source: number % 5 === 0 ? 'meta' : 'website',
      name: `Lead ${number}`,
      email: `lead${number++}@example.test`,
      // Noon in Jerusalem. Every third lead has the same timestamp as the one before.
      created_at: new Date(Date.parse(`${dayOf(index)}T10:00:00Z`) + (i - (i % 3 === 2 ? 1 : 0)) * 10).toISOString(),
      // Two hours later.
      first_response_at: i % 4 === 0 ? `${dayOf(index)}T12:00:10Z` : null,
    })),
  )
  expect(leads).toHaveLength(COUNT)
  const events = leads.map(({ id, campaign_id, status_id, source, created_at, first_response_at }) => ({
    business_id: businessId,
    id: newId(),
    campaign_id,
    lead_id: id,
    name: 'lead.changed',
    actor: JSON.stringify({ system: true }),
    payload: JSON.stringify({
      leadId: id,
      campaignId: campaign_id,
      changes: {},
      counts: [
        {
          campaignId: campaign_id,
          statusId: status_id,
          source,
          day: created_at.slice(0, 10),
          ...(first_response_at && { response: '7200' }),
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

/** Lists by name, each with the rows that it should select. */
const lists = () =>
  ({
    all: [{}, sql`true`],
    'a status': [{ filters: { status: [statuses[1]] } }, sql`status_id = ${statuses[1]}::uuid`],
    'a rare status': [{ filters: { status: [statuses[2]] } }, sql`status_id = ${statuses[2]}::uuid`],
    'two statuses': [{ filters: { status: statuses.slice(1) } }, sql`status_id <> ${statuses[0]}::uuid`],
    'types of statuses': [{ filters: { statusType: ['Won', 'Lost'] } }, sql`status_id <> ${statuses[0]}::uuid`],
    'a status and its type': [
      { filters: { status: statuses, statusType: ['Won'] } },
      sql`status_id = ${statuses[1]}::uuid`,
    ],
    'a campaign': [{ campaignId: campaigns[0] }, sql`campaign_id = ${campaigns[0]}::uuid`],
    'two campaigns': [{ campaignId: campaigns.slice(1).join(',') }, sql`campaign_id <> ${campaigns[0]}::uuid`],
    'a source': [{ filters: { source: ['website'] } }, sql`source = 'website'`],
    'not answered': [{ filters: { unanswered: true } }, sql`first_response_at is null`],
    'answered within four hours': [{ filters: { response: ['4h'] } }, sql`first_response_at is not null`],
    'an answer within two ranges': [{ filters: { response: ['4h', '1d'] } }, sql`first_response_at is not null`],
    'answered or not': [{ filters: { response: ['4h', 'none'] } }, sql`true`],
    'not answered in a campaign': [
      { campaignId: campaigns[1], filters: { response: ['none'] } },
      sql`first_response_at is null and campaign_id = ${campaigns[1]}::uuid`,
    ],
    'a range of days': [
      { filters: { from: dayOf(6), to: dayOf(13) } },
      sql`created_at >= ${`${dayOf(6)}T00:00Z`} and created_at < ${`${dayOf(14)}T00:00Z`}`,
    ],
    'days from': [{ filters: { from: dayOf(10) } }, sql`created_at >= ${`${dayOf(10)}T00:00Z`}`],
    'days until': [{ filters: { to: dayOf(8) } }, sql`created_at < ${`${dayOf(9)}T00:00Z`}`],
    'a status in a range of days': [
      { filters: { status: [statuses[1]], from: dayOf(3), to: dayOf(15) } },
      sql`status_id = ${statuses[1]}::uuid and created_at >= ${`${dayOf(3)}T00:00Z`} and created_at < ${`${dayOf(16)}T00:00Z`}`,
    ],
    'a status in a campaign': [
      { campaignId: campaigns[0], filters: { status: [statuses[1]] } },
      sql`status_id = ${statuses[1]}::uuid and campaign_id = ${campaigns[0]}::uuid`,
    ],
    'a search': [{ search: 'lead1' }, sql`email like 'lead1%'`],
  }) as const

type Name = keyof ReturnType<typeof lists>
const names = [
  'all',
  'a status',
  'a rare status',
  'two statuses',
  'types of statuses',
  'a status and its type',
  'a campaign',
  'two campaigns',
  'a source',
  'not answered',
  'answered within four hours',
  'an answer within two ranges',
  'answered or not',
  'not answered in a campaign',
  'a range of days',
  'days from',
  'days until',
  'a status in a range of days',
  'a status in a campaign',
  'a search',
] as const satisfies readonly Name[]

/** Compares every page with the rows that one plain query returns. */
async function compare(name: Name, limit: number, sort: 'date' | '-date') {
  const [query, rows] = lists()[name]
  const way = sort === 'date' ? sql`asc` : sql`desc`
  const { rows: wanted } = await sql<{ id: string }>`select id from leads where business_id = ${business.businessId}
    and deleted_at is null and ${rows} order by created_at ${way}, id ${way}`.execute(business.db)
  const pages = Math.ceil(wanted.length / limit)
  expect(pages).toBeGreaterThan(1)
  // The page after the last one is empty, and so is one far beyond it.
  for (const number of [...Array.from({ length: pages + 1 }, (_, i) => i + 1), pages + 1_000]) {
    const { body } = await page(owner, { ...query, limit, sort, page: number })
    const expected = wanted.slice((number - 1) * limit, number * limit).map(({ id }) => id)
    expect([number, body.leads?.map(({ _id }) => _id)]).toEqual([number, expected])
    expect(body.pagination).toEqual({ page: number, limit, total: wanted.length, totalIsExact: true, pages })
  }
}

describe.each(names)('%s', (name) => {
  test('each page equals that of a plain OFFSET, newest first', () => compare(name, 37, '-date'))
  test('and oldest first', () => compare(name, 100, 'date'))
})

test('pages are exact while the counters lag behind the events', { timeout: 60_000 }, async () => {
  const { rows } = await sql<{ id: string }>`select id from leads where business_id = ${business.businessId}
    order by created_at, id`.execute(business.db)
  // Deletes one whole day, parts of other days, and both ends.
  const gone = rows
    .map(({ id }) => id)
    .filter((_, i) => i < 4 || (i > 40 && i < 200) || (i > 1_015 && i < 1_035) || i === COUNT - 1)
  await withoutRelay(async () => {
    for (let i = 0; i < gone.length; i += 200) expect((await remove(owner, gone.slice(i, i + 200))).status).toBe(200)
    expect((await restore(owner, gone.slice(50, 60))).status).toBe(200)
    for (let i = 0; i < 3; i++) await add(owner, { campaignId: campaigns[0], source: 'website', statusId: statuses[1] })
    for (const name of ['all', 'a status', 'two statuses', 'a range of days'] as const) {
      await compare(name, 37, '-date')
      await compare(name, 100, 'date')
    }
  })
  await relayed()
  await compare('all', 100, '-date')
})
