import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { dashboardRoutes } from '#contract/dashboard.ts'
import { duplicateRoutes, type MergeInput } from '#contract/duplicates/duplicates.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { nextPhone, testLeads } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'

const it = await testApp()
const { add, change, get, page, remove, restore, relayed } = testLeads(it)

type Input = Partial<MergeInput> & { winnerId: string; leadIds: string[] }
async function merge(as: Credentials, body: Input) {
  const reply = await it.send(duplicateRoutes.merge, as, { body: body as never })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}
async function undo(as: Credentials, id: string) {
  const { body } = await it.send(operationRoutes.undo, as, { params: { id } })
  await waitFor(async () => {
    const reply = await it.send(operationRoutes.get, as, { params: { id: body.operation._id } })
    return reply.body.operation.finishedAt !== null
  })
}

async function world() {
  const business = await it.newBusiness()
  const { campaignId: first, statusIds, db, businessId } = business
  const second = await business.campaign()
  const owner = await business.member('Owner')
  const lead = async (campaignId: string, status: 'ongoing' | 'won', value: number) => {
    const { _id } = await add(owner, { phone: nextPhone(), campaignId, value })
    await change(owner, _id, { statusId: statusIds[status] })
    return _id
  }
  /** Sales of the campaigns and of the dashboard, in agorot; the counters agree with a recount of the leads. */
  const sales = async () => {
    await relayed()
    const drifts = sql`select * from lead_day_drifts(${businessId}::uuid, '2020-01-01', '2100-01-01')`
    expect((await drifts.execute(db)).rows).toEqual([])
    const { campaigns } = (await it.send(campaignRoutes.list, owner, { query: {} })).body
    const of = (id: string) => campaigns.find(({ _id }) => _id === id)?.totalSales
    const { body } = await it.send(dashboardRoutes.get, owner, { query: {} })
    return [of(first), of(second), body.dashboard.sales?.value]
  }
  const leads = async () => (await page(owner, {})).body.pagination.total
  return { ...business, owner, first, second, lead, sales, leads }
}

test('what merged leads had won stays counted where it was; the trash takes it along, and undo restores it', async () => {
  const { owner, first, second, lead, sales, leads } = await world()
  const kept = await lead(first, 'won', 100)
  const others = [await lead(second, 'won', 700), await lead(second, 'won', 30), await lead(second, 'ongoing', 4_000)]
  expect(await sales()).toEqual([100, 730, 830])
  const { operationId } = await merge(owner, { winnerId: kept, leadIds: others })
  expect(await sales()).toEqual([100, 730, 830])
  expect(await leads()).toBe(1)
  await remove(owner, [kept])
  expect(await sales()).toEqual([0, 0, 0])
  await restore(owner, [kept])
  expect(await sales()).toEqual([100, 730, 830])
  await undo(owner, operationId)
  expect(await sales()).toEqual([100, 730, 830])
  expect(await leads()).toBe(4)
  // What came back is counted as any other lead.
  await remove(owner, others)
  expect(await sales()).toEqual([100, 0, 100])
})

test('a sale that the kept lead takes over is counted once, as its own', async () => {
  const { owner, first, second, lead, sales } = await world()
  const [kept, other] = [await lead(first, 'ongoing', 100), await lead(second, 'won', 700)]
  const fields = { status: other, value: other }
  const { lead: merged, operationId } = await merge(owner, { winnerId: kept, leadIds: [other], fields })
  expect(merged).toMatchObject({ value: 700 })
  expect(await sales()).toEqual([700, 0, 700])
  await undo(owner, operationId)
  expect(await sales()).toEqual([0, 700, 700])
})

test('a won lead that takes the value of another keeps the sum of both', async () => {
  const { owner, first, second, lead, sales } = await world()
  const [kept, other, third] = [
    await lead(first, 'won', 500),
    await lead(second, 'won', 700),
    await lead(second, 'won', 6),
  ]
  const { operationId } = await merge(owner, { winnerId: kept, leadIds: [other, third], fields: { value: other } })
  expect(await sales()).toEqual([700, 506, 1_206])
  await undo(owner, operationId)
  expect(await sales()).toEqual([500, 706, 1_206])
})

test('a past sale follows its kept lead into another merge and back, also while that one is in the trash', async () => {
  const { owner, first, second, lead, sales } = await world()
  const [one, two, three] = [await lead(first, 'won', 1), await lead(second, 'won', 20), await lead(second, 'won', 300)]
  await merge(owner, { winnerId: two, leadIds: [three] })
  const { operationId } = await merge(owner, { winnerId: one, leadIds: [two] })
  expect(await sales()).toEqual([1, 320, 321])
  await remove(owner, [one])
  expect(await sales()).toEqual([0, 0, 0])
  await undo(owner, operationId)
  expect(await sales()).toEqual([0, 320, 320])
})

test('when its campaign is deleted and its leads move, a past sale moves with them', async () => {
  const { owner, first, second, lead, sales } = await world()
  const [kept, other] = [await lead(first, 'won', 100), await lead(second, 'won', 700)]
  await merge(owner, { winnerId: kept, leadIds: [other] })
  const body = { leads: 'move' as const, to: first }
  expect((await it.send(campaignRoutes.remove, owner, { params: { id: second }, body })).status).toBe(200)
  await waitFor(async () => (await sales())[0] === 800)
  expect(await sales()).toEqual([800, undefined, 800])
})

test('the lead names the past sales of those that were merged into it, to readers of their campaigns', async () => {
  const { owner, first, second, lead, member } = await world()
  const kept = await lead(first, 'won', 100)
  const others = [await lead(second, 'won', 700), await lead(second, 'ongoing', 4_000)]
  const { operationId } = await merge(owner, { winnerId: kept, leadIds: others })
  const pastSales = async (as: Credentials) =>
    (await get(as, kept)).body.lead.mergedLeads.map(({ _id, pastSale }) => [_id, pastSale])
  expect(await pastSales(owner)).toEqual([
    [others[1], null],
    [others[0], 700],
  ])
  expect(await pastSales(await member('Reader', [first]))).toEqual([
    [others[1], null],
    [others[0], null],
  ])
  expect(await pastSales(await member('Reader', [first, second]))).toEqual(await pastSales(owner))
  await undo(owner, operationId)
  expect(await pastSales(owner)).toEqual([])
})
