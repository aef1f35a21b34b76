import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type CallStatus, callStatuses } from '#contract/calls/call-statuses.ts'
import { type PastCall, pastCalls } from '../../testing/past-calls.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { callTotal } from './call-totals.sql.ts'

const it = await testApp({ own: true })
const { ring, end } = pastCalls(it)
const { relayed, withoutRelay } = testLeads(it)

/** Times with their day in Israel: around midnight and both clock changes. */
const moments = [
  ['2026-10-25T21:59:59Z', '2026-10-25'],
  ['2026-10-24T21:00:00Z', '2026-10-25'],
  ['2026-10-31T22:00:00Z', '2026-11-01'],
  ['2026-03-26T21:59:59Z', '2026-03-26'],
  ['2025-12-31T22:00:00Z', '2026-01-01'],
] as const
const moment = fc.constantFrom(...moments)
const status = fc.constantFrom<CallStatus | null>(null, ...callStatuses)
/** Campaign 2: a number without a campaign. */
const arrival = fc.record({ moment, campaign: fc.nat(2), status, isTest: fc.nat(5).map((n) => n === 0) })
const act = fc.oneof(
  { weight: 3, arbitrary: arrival },
  fc.record({ call: fc.nat(9), status: fc.constantFrom(...callStatuses) }),
)
const question = fc.record({
  campaigns: fc.option(fc.subarray([0, 1])),
  status,
  days: fc.option(fc.tuple(moment, moment)),
})
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never

async function start() {
  const business = await it.newBusiness()
  const campaigns = [business.campaignId, await business.campaign(), null]
  return { ...business, campaigns, calls: [] as { id: string; call: PastCall }[] }
}
type World = Awaited<ReturnType<typeof start>>

async function play(world: World, one: Act) {
  const { calls, campaigns } = world
  if ('campaign' in one) {
    const { moment, status, isTest } = one
    const call = { at: moment[0], campaignId: campaigns[one.campaign] ?? null, status, isTest }
    return void calls.push({ id: await ring(world, call), call })
  }
  const known = calls[one.call % calls.length]
  if (!known) return
  const call = { ...known.call, status: one.status }
  await end(world, known.id, known.call, call)
  known.call = call
}

async function compare({ businessId, db, campaigns }: World, { campaigns: chosen, status, days }: Question) {
  const [from, to] = days ? days.map(([, day]) => day).sort() : []
  const scope = chosen?.map((i) => campaigns[i] as string) ?? null
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from calls where business_id = ${businessId} and not is_test
    and (${scope}::uuid[] is null or campaign_id = any(${scope}::uuid[])) and (${status}::text is null or status = ${status})
    and (started_at at time zone 'Asia/Jerusalem')::date between ${from ?? '0001-01-01'}::date and ${to ?? '9999-12-31'}::date`.execute(
    db,
  )
  const total = callTotal(businessId, { campaigns: scope, status: status ?? undefined, from, to })
  const counted = await sql<{ total: number }>`select ${total} as total`.execute(db)
  expect([scope, status, from, to, counted.rows[0]?.total]).toEqual([scope, status, from, to, rows[0]?.total])
}

test(
  'totals equal those of the calls, before the relay and after, whatever calls start, end and are reported again',
  { timeout: 120_000 },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 4, maxLength: 14 }),
        fc.array(act, { minLength: 2, maxLength: 8 }),
        fc.array(question, { minLength: 3, maxLength: 6 }),
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
          const { businessId, db } = world
          const drifts = await db.transaction().execute((tx) =>
            sql`select from call_day_drifts(${businessId}::uuid, '1900-01-01', '2200-01-01')
              union all select from call_sum_drifts(${businessId}::uuid)`.execute(tx),
          )
          expect(drifts.rows).toEqual([])
        },
      ),
      { numRuns: 12, endOnFailure: true },
    ),
)
