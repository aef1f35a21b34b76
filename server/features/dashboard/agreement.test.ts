import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { LIMIT_MAX } from '#contract/common.ts'
import type { Count, Dashboard } from '#contract/dashboard.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { responseBuckets } from '#contract/leads/responses/responses.ts'
import { type DayRange, rangeOf } from '#contract/values/date-presets.ts'
import { emit } from '../../platform/events/emit.ts'
import { newId } from '../../platform/ids.ts'
import { type PastLead, testDashboard } from '../../testing/features/test-dashboard.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { recordAnsweredCall } from '../leads/change/answer.service.ts'

/** Long after every lead, so that all days of the chart's five years are past. */
const now = new Date('2026-11-05T10:00:00Z')
const TODAY = '2026-11-05'
const it = await testApp({ now: () => now })
const { read, arrive } = testDashboard(it)
const { page, change, comment, remove, restore, relayed, withoutRelay } = testLeads(it)

const sources = ['meta', 'website', 'רדיו']
/** Times with their day in Israel: around midnight, around both clock changes, in other months and years. */
const moments = [
  ['2026-11-05T09:00:00Z', '2026-11-05'],
  ['2026-11-01T22:30:00Z', '2026-11-02'],
  ['2026-10-31T21:59:59Z', '2026-10-31'],
  ['2026-10-31T22:00:00Z', '2026-11-01'],
  ['2026-10-25T21:59:59Z', '2026-10-25'],
  ['2026-10-24T21:00:00Z', '2026-10-25'],
  ['2026-10-05T12:00:00Z', '2026-10-05'],
  ['2026-03-27T20:59:59Z', '2026-03-27'],
  ['2026-03-26T21:59:59Z', '2026-03-26'],
  ['2025-12-31T22:00:00Z', '2026-01-01'],
  ['2022-02-28T12:00:00Z', '2022-02-28'],
] as const
/** Seconds to the first answer; null: none. */
const waits = [null, null, null, null, 3, 299, 300, 899, 3_600, 50_000, 900_000]

const nat = (count: number) => fc.nat(count - 1)
const arrival = fc.record({
  do: fc.constant('arrive' as const),
  moment: nat(moments.length),
  campaign: nat(3),
  status: nat(4),
  source: nat(3),
  value: fc.option(fc.nat(900_000)),
  wait: nat(waits.length),
  isAssigned: fc.boolean(),
})
const lead = fc.nat(9)
const step = fc.oneof(
  { weight: 5, arbitrary: arrival },
  fc.record({ do: fc.constant('status' as const), lead, status: nat(4) }),
  fc.record({ do: fc.constant('value' as const), lead, value: fc.nat(900_000) }),
  fc.record({ do: fc.constant('comment' as const), lead }),
  fc.record({ do: fc.constant('answer' as const), lead, wait: nat(waits.length) }),
  fc.record({ do: fc.constant('assign' as const), lead, isAssigned: fc.boolean() }),
  fc.record({ do: fc.constant('delete' as const), lead }),
  fc.record({ do: fc.constant('restore' as const), lead }),
  fc.record({
    do: fc.constant('many' as const),
    act: fc.constantFrom('status', 'delete', 'restore', 'undo'),
    status: nat(4),
  }),
  fc.record({ do: fc.constant('dissolve' as const), campaign: fc.constantFrom(1, 2), isMoved: fc.boolean() }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const presets = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'allTime'] as const
const question = fc.record({
  period: fc.oneof(
    fc.constantFrom(...presets),
    fc.constant('allTime' as const),
    fc.tuple(nat(moments.length), nat(moments.length)).map(([a, b]) => {
      const [from, to] = [moments[a]?.[1] ?? '', moments[b]?.[1] ?? ''].sort() as [string, string]
      return { from, to }
    }),
  ),
  /** 3: all campaigns. */
  campaign: nat(4),
  reader: fc.constantFrom('owner', 'member', 'kept'),
})
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never

async function start() {
  const business = await it.newBusiness()
  const campaigns = [business.campaignId, await business.campaign(), await business.campaign()]
  const owner = await business.member('Owner')
  // Reads two of the three campaigns.
  const member = await business.member('Reader', campaigns.slice(0, 2))
  // Reads only their own leads in the first campaign, if the business restricts them, and all leads in the second.
  const kept = await business.member('Writer', { [campaigns[0] ?? '']: 'Writer', [campaigns[1] ?? '']: 'Lead' })
  const statuses = Object.values(business.statusIds)
  const [leads, gone, operations] = [[] as string[], new Set<string>(), [] as string[]]
  return { ...business, campaigns, owner, reader: member, kept, statuses, leads, gone, operations }
}
type World = Awaited<ReturnType<typeof start>>
const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T

async function play(world: World, now: Step) {
  const { owner, statuses, campaigns, leads, gone } = world
  if (now.do === 'arrive') {
    const [moment, day] = at(moments, now.moment)
    const wait = at(waits, now.wait)
    const campaignId = at(campaigns, now.campaign)
    if (gone.has(campaignId)) return
    const lead: PastLead = {
      at: moment,
      campaignId,
      statusId: at(statuses, now.status),
      source: at(sources, now.source),
      ...(now.value !== null && { value: now.value }),
      ...(now.isAssigned && { assignedTo: world.kept.userId }),
      ...(wait !== null && { answeredAt: new Date(Date.parse(moment) + wait * 1_000).toISOString() }),
    }
    return void leads.push(await arrive(world, lead, day))
  }
  if (now.do === 'dissolve') {
    const id = at(campaigns, now.campaign)
    if (gone.has(id)) return
    gone.add(id)
    const body = now.isMoved ? { leads: 'move' as const, to: at(campaigns, 0) } : { leads: 'trash' as const }
    const { status } = await it.send(campaignRoutes.remove, owner, { params: { id }, body })
    return void expect(status).toBe(200)
  }
  if (!leads.length) return
  if (now.do === 'many') return many(world, now)
  const id = at(leads, now.lead)
  if (now.do === 'answer') return answer(world, id, at(waits, now.wait) ?? 40)
  // 404: the lead is in the trash, or its campaign was deleted.
  const { status } = await {
    status: () => change(owner, id, { statusId: at(statuses, 'status' in now ? now.status : 0) }),
    value: () => change(owner, id, { value: 'value' in now ? now.value : 0 }),
    comment: () => comment(owner, id, 'Called'),
    assign: () => change(owner, id, { assignedTo: 'isAssigned' in now && now.isAssigned ? world.kept.userId : null }),
    delete: () => remove(owner, [id]),
    restore: () => restore(owner, [id]),
  }[now.do]()
  expect([200, 201, 404]).toContain(status)
}

/** A call of the lead is answered, this number of seconds after the lead arrived. */
const answer = ({ businessId, db, campaignId }: World, leadId: string, seconds: number) =>
  db.transaction().execute(async (tx) => {
    const { created_at } = await tx
      .selectFrom('leads')
      .select('created_at')
      .where('id', '=', leadId)
      .executeTakeFirstOrThrow()
    const answeredAt = new Date(Date.parse(created_at) + seconds * 1_000).toISOString()
    const [answered, before] = [answeredAt, null].map((moment) => ({ startedAt: answeredAt, answeredAt: moment }))
    if (!answered || !before) return
    const counts = await recordAnsweredCall(tx, businessId, { leadId, now: answered, before })
    if (!counts) return
    await emit(tx, { kind: 'system', businessId }, 'call.changed', { callId: newId(), campaignId, leadId, counts })
    it.deps.wakeRelay()
  })

/** Changes all leads in one operation, or undoes the last operation. */
async function many({ owner, statuses, operations }: World, { act, status }: Extract<Step, { do: 'many' }>) {
  const last = operations.at(-1)
  if (act === 'undo') {
    if (!last) return
    const { status: code } = await it.send(operationRoutes.undo, owner, { params: { id: last } })
    return void expect([200, 409]).toContain(code)
  }
  const action =
    act === 'status' ? { kind: act, statusId: at(statuses, status) } : { kind: act as 'delete' | 'restore' }
  const { body } = await it.send(operationRoutes.create, owner, { body: { action, all: true } })
  expect(body.operation.state).toBe('done')
  operations.push(body.operation._id)
}

type Condition = ReturnType<typeof sql>
type Asked = World & {
  as: World['owner']
  range: DayRange | undefined
  scope: string[]
  query: object
  /** Selects the leads that the reader may read. */
  isSeen: Condition
}

/** The expected count, by a plain query. */
async function countOf({ businessId, db, scope, isSeen }: Asked, rows: Condition, range: DayRange | null | undefined) {
  const day = sql`(created_at at time zone 'Asia/Jerusalem')::date`
  const found = await sql<{
    total: number
    sales: number
  }>`select count(*) as total, coalesce(sum(value), 0)::bigint as sales
    from leads where business_id = ${businessId} and deleted_at is null and campaign_id = any(${scope}::uuid[]) and ${isSeen} and ${rows}
      and ${day} between ${range?.from ?? '0001-01-01'}::date and ${range?.to ?? '9999-12-31'}::date`.execute(db)
  return found.rows[0] as { total: number; sales: number }
}

/** A figure of the dashboard, the rows that it should count, and the filter of the list that it links to. */
type Figure = { what: string; count: Count | undefined; rows: Condition; filters?: object; query?: object }
function figuresOf(board: Dashboard, { statusIds, scope }: Asked): Figure[] {
  const { won } = statusIds
  const took = sql`extract(epoch from first_response_at - created_at)`
  const until = [0, 300, 900, 3_600, 14_400, 86_400, 1e9]
  return [
    { what: 'all', count: board.newLeads, rows: sql`true` },
    { what: 'won', count: board.won, rows: sql`status_id = ${won}::uuid`, filters: { statusType: ['Won'] } },
    {
      what: 'unanswered',
      count: board.unanswered,
      rows: sql`first_response_at is null`,
      filters: { unanswered: true },
    },
    ...board.statuses.map((status) => ({
      what: status.nameEn,
      count: status,
      rows: sql`status_id = ${status._id}::uuid`,
      filters: { status: [status._id] },
    })),
    ...sources.map((source) => ({
      what: source,
      count: board.sources.find((one) => one.source === source),
      rows: sql`source = ${source}`,
      filters: { source: [source] },
    })),
    ...scope.map((id) => ({
      what: `campaign ${id}`,
      count: board.campaigns.find(({ _id }) => _id === id),
      rows: sql`campaign_id = ${id}::uuid`,
      query: { campaignId: id },
    })),
    ...responseBuckets.map((bucket, i) => ({
      what: bucket,
      count: board.responses.find((one) => one.bucket === bucket),
      rows:
        bucket === 'none' ? sql`first_response_at is null` : sql`${took} >= ${until[i]} and ${took} < ${until[i + 1]}`,
      filters: { response: [bucket] },
    })),
  ]
}

async function compare(world: World, { period, campaign, reader }: Question) {
  const as = { owner: world.owner, member: world.reader, kept: world.kept }[reader]
  const given = reader === 'owner' ? world.campaigns : world.campaigns.slice(0, 2)
  const isKept = reader === 'kept'
  await world.db.updateTable('businesses').set({ own_leads_only: isKept }).execute()
  it.deps.caches.endAll()
  const [first, second] = world.campaigns
  const isSeen = isKept ? sql`(campaign_id <> ${first}::uuid or assigned_to = ${world.kept.userId})` : sql`true`
  const readable = given.filter((id) => !world.gone.has(id))
  const campaignId = campaign < 3 ? at(world.campaigns, campaign) : undefined
  if (campaignId && !readable.includes(campaignId)) return
  const range = typeof period !== 'string' ? period : period === 'allTime' ? undefined : rangeOf(period, TODAY)
  const query = campaignId ? { campaignId } : {}
  const asked = { ...(typeof period === 'string' ? { preset: period } : { preset: 'custom', ...period }), ...query }
  const board = await read(as, asked)
  const about = { ...world, as, range, query, isSeen, scope: campaignId ? [campaignId] : readable }
  for (const { what, count, rows, filters = {}, ...more } of figuresOf(board, about)) {
    const list = await page(as, { ...query, ...more.query, limit: LIMIT_MAX, filters: { ...range, ...filters } })
    const { leads, pagination } = list.body
    const { total } = await countOf(about, rows, range)
    const previous = board.previous && (await countOf(about, rows, board.previous)).total
    // Charts omit entries without a lead in either period.
    const shown = count ?? { total: 0, previous: board.previous && 0 }
    // Totals come from counters, rows from the leads; both must match the figure.
    expect([what, asked, shown.total, pagination.total, leads.length, shown.previous]).toEqual([
      ...[what, asked, total, total, Math.min(total, LIMIT_MAX)],
      previous,
    ])
  }
  // A Reader sees no sales; a Lead sees those of their campaigns.
  const sold = { owner: about.scope, member: [], kept: about.scope.filter((id) => id === second) }[reader]
  const { sales } = await countOf({ ...about, scope: sold }, sql`status_id = ${world.statusIds.won}::uuid`, range)
  expect(board.sales?.value).toBe(sold.length || reader === 'owner' ? sales : undefined)
  // The chart covers the whole period, since it is shorter than five years.
  expect(board.time.points.reduce((sum, { total }) => sum + total, 0)).toBe(board.newLeads.total)
}

/** Differences between the counters and the leads, as the nightly audit finds them. */
const drifts = ({ businessId, db }: World) =>
  db.transaction().execute(async (tx) => {
    const found = await sql`select d.* from lead_day_drifts(${businessId}::uuid, '1900-01-01', '2200-01-01') d
      union all select d.* from lead_sum_drifts(${businessId}::uuid) d`.execute(tx)
    return found.rows
  })

test(
  'whatever happens, each figure is the total of its list and the count of the leads, before the relay and after',
  { timeout: 180_000 },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 6, maxLength: 20 }),
        fc.array(step, { minLength: 2, maxLength: 10 }),
        fc.array(question, { minLength: 2, maxLength: 4 }),
        async (before, after, questions) => {
          const world = await start()
          for (const one of before) await play(world, one)
          await relayed()
          await withoutRelay(async () => {
            for (const one of after) await play(world, one)
            for (const one of questions) await compare(world, one)
          })
          await relayed()
          for (const one of questions) await compare(world, one)
          expect(await drifts(world)).toEqual([])
        },
      ),
      { numRuns: 12, endOnFailure: true },
    ),
)
