import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { leadBoardRoutes } from '#contract/leads/lead-board.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { statusRoutes } from '#contract/leads/statuses.ts'
import { newId } from '../../../platform/ids.ts'
import { testApp } from '../../../testing/test-app.ts'
import type { TestMember } from '../../../testing/test-business.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'
import { waitFor } from '../../../testing/wait-for.ts'

const it = await testApp()
const { newBusiness, send } = it
const { add, change, history, names, page, relayed } = testLeads(it)

async function withCampaigns(...given: string[]) {
  const business = await newBusiness()
  const owner = await business.member('Owner')
  const [from, to] = [business.campaignId, await business.campaign()]
  const ids: string[] = []
  const key = await business.apiKey()
  for (const name of given) ids.push((await add(key, { name, campaignId: from, value: 100 }))._id)
  return { ...business, owner, from, to, ids }
}
const move = (as: TestMember, leadIds: readonly string[], campaignId: string) =>
  send(operationRoutes.create, as, { body: { action: { kind: 'move', campaignId }, leadIds: [...leadIds] } })
const read = async (as: TestMember, id: string) => (await send(operationRoutes.get, as, { params: { id } })).body
async function undo(as: TestMember, id: string) {
  const reply = await send(operationRoutes.undo, as, { params: { id } })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return waitFor(async () => {
    const now = await read(as, reply.body.operation._id)
    return now.operation.finishedAt !== null && now
  })
}
const moved = async (as: TestMember, leadIds: readonly string[], campaignId: string) => {
  const reply = await move(as, leadIds, campaignId)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.operation
}

test('leads move with their status, value and history; lists, board and counters follow, and undo brings them back', async () => {
  const { owner, from, to, ids, db, businessId } = await withCampaigns('a', 'b', 'c')
  const chosen = ids.slice(0, 2)
  const board = async () => {
    const { body } = await send(leadBoardRoutes.get, owner, { query: { by: 'campaign' } })
    return Object.fromEntries(body.columns.map(({ key, total, value }) => [key, [total, value]]))
  }
  const drifts = async () => {
    await relayed()
    return (await sql`select * from lead_day_drifts(${businessId}::uuid, '2020-01-01', '2100-01-01')`.execute(db)).rows
  }
  const operation = await moved(owner, chosen, to)
  expect(operation).toMatchObject({ kind: 'move', total: 2, done: 2, lead: null })
  expect(operation.subject).toBe(
    (await send(campaignRoutes.get, owner, { query: { campaignId: to } })).body.campaign.name,
  )
  expect([await names(owner, { campaignId: from }), await names(owner, { campaignId: to })]).toEqual([
    ['c'],
    ['a', 'b'],
  ])
  expect(await board()).toEqual({ [from]: [1, 100], [to]: [2, 200] })
  expect(await drifts()).toEqual([])
  const [item] = (await history(owner, ids[0] as string)).body.history
  expect(item?.operation).toMatchObject({ _id: operation._id, isOfOne: false, canUndo: false })
  await change(owner, ids[1] as string, { value: 7 })
  expect((await undo(owner, operation._id)).left).toMatchObject([{ name: 'b', reason: 'changed_since' }])
  expect([await names(owner, { campaignId: from }), await names(owner, { campaignId: to })]).toEqual([
    ['a', 'c'],
    ['b'],
  ])
  expect(await drifts()).toEqual([])
})

test('a person who does not work in the campaign loses the lead, and gets it back by the undo', async () => {
  const { owner, from, to, ids, member } = await withCampaigns('a', 'b')
  const [here, both] = [await member('Writer', [from]), await member('Writer', [from, to])]
  await change(owner, ids[0] as string, { assignedTo: here.userId })
  await change(owner, ids[1] as string, { assignedTo: both.userId })
  const assignees = async () =>
    Object.fromEntries((await page(owner)).body.leads.map(({ name, assignedTo }) => [name, assignedTo?._id ?? null]))
  const { _id } = await moved(owner, ids, to)
  expect(await assignees()).toEqual({ a: null, b: both.userId })
  await undo(owner, _id)
  expect(await assignees()).toEqual({ a: here.userId, b: both.userId })
})

test('a lead stays if its status is hidden in the campaign, and by an undo if the campaign was deleted', async () => {
  const { owner, from, to, ids, statusIds } = await withCampaigns('a', 'b')
  await change(owner, ids[0] as string, { statusId: statusIds.ongoing })
  const hidden = await send(statusRoutes.change, owner, {
    params: { id: statusIds.ongoing },
    body: { campaignIds: [from] } as never,
  })
  expect(hidden.status, JSON.stringify(hidden.body)).toBe(200)
  const { _id } = await moved(owner, ids, to)
  expect((await read(owner, _id)).left).toMatchObject([{ name: 'a', reason: 'status_hidden' }])
  expect(await names(owner, { campaignId: to })).toEqual(['b'])
  await send(campaignRoutes.remove, owner, { params: { id: from }, body: { leads: 'trash' } })
  expect((await undo(owner, _id)).left).toMatchObject([{ name: 'b', reason: 'campaign_gone' }])
  expect(await names(owner, { campaignId: to })).toEqual(['b'])
})

test('the right to move is needed in both campaigns, also for the undo', async () => {
  const { owner, from, to, ids, member, db } = await withCampaigns('a')
  const other = await newBusiness()
  const code = async (as: TestMember, campaignId = to) => refusal(await move(as, ids, campaignId)).code
  expect(await code(await member('Lead', [from]))).toBe('campaign_not_found')
  expect(await code(await member('None', { [from]: 'Lead', [to]: 'Writer' }))).toBe('forbidden')
  expect(await code(await member('None', { [from]: 'Writer', [to]: 'Lead' }))).toBe('forbidden')
  expect(await code(owner, other.campaignId)).toBe('campaign_not_found')
  expect(await code(owner, newId())).toBe('campaign_not_found')
  expect(await names(owner, { campaignId: to })).toEqual([])
  const lead = await member('Lead', [from, to])
  const operation = await moved(lead, ids, to)
  expect(operation).toMatchObject({ done: 1, lead: { _id: ids[0], name: 'a' } })
  await db.deleteFrom('campaign_members').where('user_id', '=', lead.userId).where('campaign_id', '=', from).execute()
  await waitFor(async () => (await page(lead, { campaignId: from })).status === 404)
  expect((await undo(lead, operation._id)).left).toMatchObject([{ reason: 'forbidden' }])
  expect(await names(owner, { campaignId: to })).toEqual(['a'])
})

test('all leads that match a filter move, but for those that are there', async () => {
  const { owner, to, ids, statusIds } = await withCampaigns('a', 'b', 'c')
  await change(owner, ids[0] as string, { statusId: statusIds.won })
  await moved(owner, [ids[1] as string], to)
  const body = { action: { kind: 'move', campaignId: to }, all: true, filters: { status: [statusIds.new] } } as const
  const { operation } = (await send(operationRoutes.create, owner, { body: body as never })).body
  expect(operation).toMatchObject({ total: 2, done: 1, skipped: 1 })
  expect(await names(owner, { campaignId: to })).toEqual(['b', 'c'])
})

test('an undo is undone once; then its operation can be undone again', async () => {
  const { owner, from, to, ids } = await withCampaigns('a', 'b')
  const first = await moved(owner, ids, to)
  const back = (await undo(owner, first._id)).operation
  expect(back).toMatchObject({ kind: 'undo', canUndo: true })
  const again = (await undo(owner, back._id)).operation
  expect(again).toMatchObject({ kind: 'undo', undoes: { _id: back._id, kind: 'undo' }, done: 2, canUndo: false })
  expect(await names(owner, { campaignId: to })).toEqual(['a', 'b'])
  for (const id of [back._id, again._id])
    expect(refusal(await send(operationRoutes.undo, owner, { params: { id } })).code).toBe('operation_undone')
  expect((await read(owner, first._id)).operation).toMatchObject({ canUndo: true, undoneBy: null })
  expect((await undo(owner, first._id)).operation).toMatchObject({ done: 2, skipped: 0 })
  expect(await names(owner, { campaignId: from })).toEqual(['a', 'b'])
})

test('the preview of a large undo counts and names the leads that were changed since', async () => {
  const { owner, to, from, db, businessId, statusIds } = await withCampaigns()
  const rows = Array.from({ length: 501 }, (_, i) => ({
    ...{ business_id: businessId, id: newId(), campaign_id: from, status_id: statusIds.new, source: 'api' },
    ...{ name: `Many ${i}`, email: `many${i}@example.test` },
  }))
  await db.insertInto('leads').values(rows).execute()
  const body = { action: { kind: 'move', campaignId: to }, all: true } as const
  const { operation } = (await send(operationRoutes.create, owner, { body: body as never })).body
  await waitFor(async () => (await read(owner, operation._id)).operation.done === 501)
  await waitFor(async () => (await read(owner, operation._id)).operation.finishedAt)
  await change(owner, rows[3]?.id as string, { value: 3 })
  const preview = (await send(operationRoutes.preview, owner, { params: { id: operation._id } })).body
  expect(preview).toMatchObject({ restored: 500, leftCount: 1, left: [{ name: 'Many 3', reason: 'changed_since' }] })
})
