import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { newId } from '../../platform/ids.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'

const it = await testApp()
const { add, change, comment, page, counts, remove, restore, relayed, withoutRelay } = testLeads(it)

const sources = ['meta', 'website', 'רדיו']
const statusKeys = ['new', 'ongoing', 'won', 'lost'] as const
/**
 * Moments around midnight in Jerusalem, with the day there. Jerusalem is two hours ahead of UTC in winter, three in
 * summer.
 */
const moments = [
  ['2026-01-10T21:59:59.999Z', '2026-01-10'],
  ['2026-01-10T22:00:00Z', '2026-01-11'],
  ['2026-07-01T20:59:59Z', '2026-07-01'],
  ['2026-07-01T21:00:00Z', '2026-07-02'],
] as const

type Step =
  | { do: 'create'; campaign: number; status: number; source: number; value: number | null }
  | { do: 'old'; campaign: number; status: number; source: number; value: number | null; moment: number }
  | { do: 'status'; lead: number; status: number }
  | { do: 'value'; lead: number; value: number | null }
  | { do: 'both'; lead: number; status: number; value: number }
  | { do: 'comment'; lead: number }
  | { do: 'delete'; leads: number[] }
  | { do: 'restore'; leads: number[] }

const [two, three, four, lead] = [fc.nat(1), fc.nat(2), fc.nat(3), fc.nat(30)]
const value = fc.option(fc.nat(900_000))
const made = { campaign: two, status: four, source: three, value }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('create' as const), ...made }),
  fc.record({ do: fc.constant('old' as const), ...made, moment: four }),
  fc.record({ do: fc.constant('status' as const), lead, status: four }),
  fc.record({ do: fc.constant('value' as const), lead, value }),
  fc.record({ do: fc.constant('both' as const), lead, status: four, value: fc.nat(900_000) }),
  fc.record({ do: fc.constant('comment' as const), lead }),
  fc.record({ do: fc.constant('delete' as const), leads: fc.array(lead, { minLength: 1, maxLength: 3 }) }),
  fc.record({ do: fc.constant('restore' as const), leads: fc.array(lead, { minLength: 1, maxLength: 3 }) }),
)

async function start() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const campaigns = [business.campaignId, await business.campaign()]
  const statuses = statusKeys.map((key) => business.statusIds[key])
  return { ...business, owner, campaigns, statuses, leads: [] as string[] }
}
type World = Awaited<ReturnType<typeof start>>
const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T

async function play(world: World, now: Step) {
  const { owner, statuses, leads } = world
  if (now.do === 'create') return void leads.push(await create(world, now))
  if (now.do === 'old') return void leads.push(await arriveLongAgo(world, now))
  if (!leads.length) return
  if (now.do === 'delete' || now.do === 'restore') {
    const ids = now.leads.map((index) => at(leads, index))
    expect((await (now.do === 'delete' ? remove : restore)(owner, ids)).status).toBe(200)
    return
  }
  if (now.do === 'comment')
    return void expect([201, 404]).toContain((await comment(owner, at(leads, now.lead), 'Called')).status)
  const wanted = {
    ...('status' in now && { statusId: at(statuses, now.status) }),
    ...('value' in now && { value: now.value }),
  }
  // 404 if the lead is in the trash, where it cannot be changed.
  expect([200, 404]).toContain((await change(owner, at(leads, now.lead), wanted)).status)
}

type Made = { campaign: number; status: number; source: number; value: number | null }
const create = async ({ owner, campaigns, statuses }: World, given: Made) => {
  const { campaign, status, source, value } = given
  const body = {
    campaignId: at(campaigns, campaign),
    statusId: at(statuses, status),
    source: at(sources, source),
    value,
  }
  return (await add(owner, body))._id
}

/** Inserts a lead of an earlier day, with the event that intake would have written then. */
async function arriveLongAgo({ businessId, db, campaigns, statuses, owner }: World, given: Made & { moment: number }) {
  const [leadId, campaignId, statusId] = [newId(), at(campaigns, given.campaign), at(statuses, given.status)]
  const [[moment, day], source] = [at(moments, given.moment), at(sources, given.source)]
  const row = { business_id: businessId, id: leadId, campaign_id: campaignId, status_id: statusId, source }
  await db
    .insertInto('leads')
    .values({ ...row, name: 'Old', email: 'old@example.test', value: given.value, created_at: moment })
    .execute()
  const sales = statusId === statuses[2] ? (given.value ?? 0) : 0
  const counts = [{ campaignId, statusId, source, day, total: 1, sales }]
  await db
    .insertInto('events')
    .values({
      business_id: businessId,
      id: newId(),
      campaign_id: campaignId,
      lead_id: leadId,
      name: 'lead.created',
      actor: JSON.stringify({ userId: owner.userId }),
      payload: JSON.stringify({ leadId, campaignId, source, enquiryId: newId(), counts }),
    })
    .execute()
  return leadId
}

const ranges = [
  { from: '2026-01-11' },
  { to: '2026-01-10' },
  { from: '2026-01-11', to: '2026-07-01' },
  { from: '2026-07-02', to: '2026-07-02' },
]
/** Every filter whose total comes from the counters, with a condition for the rows that it selects. */
const questions = ({ campaigns, statuses }: World) => [
  { query: {}, rows: sql`true` },
  ...campaigns.map((id) => ({ query: { campaignId: id }, rows: sql`campaign_id = ${id}::uuid` })),
  { query: { campaignId: campaigns.join(',') }, rows: sql`true` },
  ...statuses.map((id) => ({ query: { filters: { status: [id] } }, rows: sql`status_id = ${id}::uuid` })),
  {
    query: { filters: { status: statuses.slice(1, 3) } },
    rows: sql`status_id in (${statuses[1]}::uuid, ${statuses[2]}::uuid)`,
  },
  ...sources.map((source) => ({ query: { filters: { source: [source] } }, rows: sql`source = ${source}` })),
  ...statuses.map((id) => ({
    query: { filters: { status: [id] }, campaignId: campaigns[0] },
    rows: sql`status_id = ${id}::uuid and campaign_id = ${campaigns[0]}::uuid`,
  })),
  { query: { filters: { unanswered: true } }, rows: sql`first_response_at is null` },
  { query: { filters: { response: ['none'] } }, rows: sql`first_response_at is null` },
  {
    query: { filters: { response: ['none', '5m'] }, campaignId: campaigns[1] },
    rows: sql`campaign_id = ${campaigns[1]}::uuid
    and (first_response_at is null or first_response_at - created_at < interval '5 minutes')`,
  },
  { query: { filters: { response: ['5m'] } }, rows: sql`first_response_at - created_at < interval '5 minutes'` },
  {
    query: { filters: { response: ['later'], source: undefined } },
    rows: sql`first_response_at - created_at >= interval '1 day'`,
  },
  ...ranges.flatMap((range) => {
    const day = sql`(created_at at time zone 'Asia/Jerusalem')::date`
    const rows = sql`${day} between ${range.from ?? '0001-01-01'}::date and ${range.to ?? '9999-12-31'}::date`
    return [
      { query: { filters: range }, rows },
      {
        query: { filters: { ...range, status: [statuses[2]] } },
        rows: sql`${rows} and status_id = ${statuses[2]}::uuid`,
      },
      {
        query: { filters: range, campaignId: campaigns[0] },
        rows: sql`${rows} and campaign_id = ${campaigns[0]}::uuid`,
      },
    ]
  }),
]

async function compareTotals(world: World) {
  for (const { query, rows } of questions(world)) {
    const counted = await sql<{ total: number }>`select count(*) as total from leads
      where business_id = ${world.businessId} and deleted_at is null and ${rows}`.execute(world.db)
    const { body } = await page(world.owner, { ...query, limit: 100 })
    expect([query, body.pagination.total]).toEqual([query, counted.rows[0]?.total])
    expect([query, body.leads.length]).toEqual([query, counted.rows[0]?.total])
  }
  await compareStatuses(world)
}

/** Checks that the counts by status equal the totals of lists filtered by status. */
async function compareStatuses({ owner, campaigns, statuses }: World) {
  for (const within of [{}, { campaignId: at(campaigns, 0) }, { campaignId: campaigns.join(',') }])
    for (const days of [{}, ...ranges]) {
      const totals = statuses.map(async (id) => {
        const { body } = await page(owner, { ...within, filters: { ...days, status: [id] } })
        return body.pagination.total ? [[id, body.pagination.total]] : []
      })
      const listed = Object.fromEntries((await Promise.all(totals)).flat())
      expect([within, days, await counts(owner, { ...within, ...days })]).toEqual([within, days, listed])
    }
}

async function compareCampaigns({ owner, businessId, db }: World) {
  const { rows } = await sql<{ id: string; count: number; sales: number }>`
    select c.id, count(l.id) as count, coalesce(sum(l.value) filter (where s.type = 'Won'), 0)::bigint as sales
    from campaigns c left join leads l on l.campaign_id = c.id and l.deleted_at is null
      left join lead_statuses s on s.id = l.status_id
    where c.business_id = ${businessId} group by c.id order by c.id`.execute(db)
  const { body } = await it.send(campaignRoutes.list, owner, { query: {} })
  const reported = body.campaigns.map(({ _id, leadsCount, totalSales }) => ({
    id: _id,
    count: leadsCount,
    sales: totalSales,
  }))
  expect(reported.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(rows)
}

test('totals equal a plain count after random changes, before the relay and after', { timeout: 60_000 }, () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.array(step, { maxLength: 12 }),
      async (before, after) => {
        const world = await start()
        for (const now of before) await play(world, now)
        await relayed()
        await withoutRelay(async () => {
          for (const now of after) await play(world, now)
          await compareTotals(world)
        })
        await relayed()
        await compareTotals(world)
        await compareCampaigns(world)
      },
    ),
    { numRuns: 15, endOnFailure: true },
  ),
)

test('concurrent changes of one lead are counted once', async () => {
  const world = await start()
  const { owner, statuses, leads } = world
  leads.push((await add(owner, { campaignId: at(world.campaigns, 0), value: 100 }))._id)
  const id = at(leads, 0)
  const acts = Array.from({ length: 40 }, (_, i) => {
    if (i % 4 === 0) return remove(owner, [id])
    if (i % 4 === 1) return restore(owner, [id])
    return change(owner, id, { statusId: at(statuses, i), value: i })
  })
  // 404 if the lead was in the trash at that moment.
  for (const { status } of await Promise.all(acts)) expect([200, 404]).toContain(status)
  await relayed()
  await compareTotals(world)
  await compareCampaigns(world)
})
