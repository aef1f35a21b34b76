import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { statusTypes } from '#contract/leads/lead-status.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { testStatuses } from '../../testing/test-statuses.ts'

const it = await testApp()
const { add, change, remove, restore, page, relayed, withoutRelay } = testLeads(it)
const { settings, create, edit, put, drop } = testStatuses(it)

const nth = fc.nat(60)
const type = fc.constantFrom(...statusTypes)
const step = fc.oneof(
  fc.record({ act: fc.constant('create' as const), n: nth, type, isDefault: fc.boolean() }),
  fc.record({ act: fc.constant('retype' as const), n: nth, type }),
  fc.record({ act: fc.constant('default' as const), n: nth }),
  fc.record({ act: fc.constant('put' as const), n: nth, m: fc.option(nth) }),
  fc.record({ act: fc.constant('drop' as const), n: nth, m: fc.option(nth) }),
  fc.record({ act: fc.constant('lead' as const), n: nth }),
  fc.record({ act: fc.constant('move' as const), n: nth, m: nth }),
  fc.record({ act: fc.constant('trash' as const), n: nth }),
  fc.record({ act: fc.constant('untrash' as const), n: nth }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function start() {
  const business = await it.newBusiness()
  return { ...business, owner: await business.member('Owner'), leads: [] as string[], made: 0 }
}
type World = Awaited<ReturnType<typeof start>>

/** Every refused step must be refused by a known rule. */
async function play(world: World, now: Step) {
  const { statuses } = await settings(world.owner)
  const at = (n: number) => statuses[n % statuses.length]?._id ?? ''
  const { status } = await (isOfLeads(now) ? playLead(world, now, at) : playStatus(world, now, at))
  expect([200, 201, 404, 409, 422]).toContain(status)
}

type OfLeads = Extract<Step, { act: 'lead' | 'move' | 'trash' | 'untrash' }>
const isOfLeads = (now: Step): now is OfLeads => ['lead', 'move', 'trash', 'untrash'].includes(now.act)
type At = (n: number) => string

async function playLead({ owner, campaignId, leads }: World, now: OfLeads, at: At) {
  const lead = leads[now.n % leads.length]
  if (now.act === 'lead' || !lead) {
    leads.push((await add(owner, { campaignId, value: 100 + now.n, statusId: at(now.n) }))._id)
    return { status: 201 }
  }
  if (now.act === 'move') return change(owner, lead, { statusId: at(now.m) })
  return (now.act === 'trash' ? remove : restore)(owner, [lead])
}

function playStatus(world: World, now: Exclude<Step, OfLeads>, at: At): Promise<{ status: number }> {
  const { owner } = world
  if (now.act === 'create') {
    const name = `Made ${++world.made}`
    return create(owner, { nameEn: name, nameHe: name, type: now.type, isDefault: now.isDefault })
  }
  if (now.act === 'retype') return edit(owner, at(now.n), { type: now.type })
  if (now.act === 'default') return edit(owner, at(now.n), { isDefault: true })
  if (now.act === 'put') return put(owner, at(now.n), now.m === null ? null : at(now.m))
  return drop(owner, at(now.n), now.m === null ? undefined : at(now.m))
}

async function compare({ owner, db, businessId }: World) {
  const { statuses } = await settings(owner)
  expect(statuses.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  expect(statuses.some((status) => status.type === 'Open')).toBe(true)
  const { rows } = await sql<{ id: string; live: number; trash: number; type: string; gone: boolean }>`
    select s.id, s.type, s.deleted_at is not null as gone, count(l.id) filter (where l.deleted_at is null) as live,
      count(l.id) filter (where l.deleted_at is not null) as trash
    from lead_statuses s left join leads l on l.business_id = s.business_id and l.status_id = s.id
    where s.business_id = ${businessId} group by 1, 2, 3`.execute(db)
  for (const { id, live, trash, gone } of rows) {
    if (gone) {
      expect([id, live, trash]).toEqual([id, 0, 0])
      continue
    }
    expect(statuses.find(({ _id }) => _id === id)).toMatchObject({ leads: live, trashed: trash })
    expect((await page(owner, { filters: { status: [id] } })).body.pagination.total).toBe(live)
  }
  const { rows: sold } = await sql<{ sales: number }>`select coalesce(sum(l.value), 0)::bigint as sales
    from leads l join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id
    where l.business_id = ${businessId} and l.deleted_at is null and s.type = 'Won'`.execute(db)
  const { campaigns } = (await it.send(campaignRoutes.list, owner, { query: {} })).body
  expect(campaigns.map(({ totalSales }) => totalSales)).toEqual([sold[0]?.sales])
}

test(
  'whatever is done to statuses, one default and an Open stay, and every figure is that of a plain count',
  {
    timeout: 120_000,
  },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 16 }),
        fc.array(step, { maxLength: 8 }),
        async (before, after) => {
          const world = await start()
          for (const now of before) await play(world, now)
          await relayed()
          await compare(world)
          await withoutRelay(async () => {
            for (const now of after) await play(world, now)
            const { statuses } = await settings(world.owner)
            expect(statuses.filter(({ isDefault }) => isDefault)).toHaveLength(1)
          })
          await relayed()
          await compare(world)
        },
      ),
      { numRuns: 12, endOnFailure: true },
    ),
)
