import { expect, test } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { duplicateRoutes, type MergeInput } from '#contract/duplicates/duplicates.ts'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'
import { nextPhone, refusal, testLeads } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'

const it = await testApp()
const leads = testLeads(it)
const { add, change, get, page, names } = leads
type As = Partial<Credentials> | undefined
type Input = Partial<MergeInput> & { winnerId: string; leadIds: string[] }

const merge = (as: As, body: Input) => it.send(duplicateRoutes.merge, as, { body: body as never })
const merged = async (as: As, body: Input) => {
  const reply = await merge(as, body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}
/** Undoes an operation and returns it with what it left alone. */
async function undo(as: As, id: string) {
  const { status, body } = await it.send(operationRoutes.undo, as, { params: { id } })
  expect(status, JSON.stringify(body)).toBe(200)
  return waitFor(async () => {
    const { body: now } = await it.send(operationRoutes.get, as, { params: { id: body.operation._id } })
    return now.operation.finishedAt !== null && now
  })
}
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const followUp = (as: As, id: string, hours: number, userId?: string) =>
  it.send(followUpRoutes.set, as, {
    params: { id },
    body: { action: 'Call Back', dueAt: inHours(hours), ...(userId && { userId }) },
  })
const followUpsOf = async (as: As, id: string) =>
  (await it.send(followUpRoutes.list, as, { params: { id } })).body.followUps

/** Dana entered her details twice, in two campaigns. */
async function world() {
  const business = await it.newBusiness()
  const { campaignId, member } = business
  const second = await business.campaign()
  const owner = await member('Owner')
  const kept = await add(owner, {
    name: 'דנה לוי',
    email: 'dana@example.test',
    phone: nextPhone(),
    campaignId,
    value: 100,
  })
  const other = await add(owner, { name: 'Dana Levi', phone: nextPhone(), campaignId: second, value: 700 })
  return { ...business, second, owner, kept, other }
}

test('a merged lead leaves every list; the kept one has its own values, and those that only the other had', async () => {
  const { owner, kept, other, second } = await world()
  await change(owner, kept._id, { value: null, tags: ['VIP'] })
  await change(owner, other._id, { tags: ['vip', 'Kitchen'] })
  const { lead } = await merged(owner, { winnerId: kept._id, leadIds: [other._id] })
  expect(lead).toMatchObject({
    _id: kept._id,
    name: 'דנה לוי',
    phone: kept.phone,
    email: 'dana@example.test',
    value: 700,
    tags: ['VIP', 'Kitchen'],
  })
  expect(await names(owner)).toEqual(['דנה לוי'])
  expect(await names(owner, { campaignId: second })).toEqual([])
  expect(await names(owner, { filters: { trash: true } })).toEqual([])
  expect(refusal(await leads.restore(owner, [other._id]))).toMatchObject({ code: 'lead_not_found' })
  expect(refusal(await change(owner, other._id, { name: 'Dana' }))).toMatchObject({ code: 'lead_not_found' })
})

test('of each field the chosen lead wins', async () => {
  const { owner, kept, other, statusIds } = await world()
  await change(owner, other._id, { statusId: statusIds.lost, lostReason: 'Too far', assignedTo: owner.userId })
  const choices = { name: other._id, phone: other._id, status: other._id, assignedTo: other._id, value: other._id }
  const { lead } = await merged(owner, { winnerId: kept._id, leadIds: [kept._id, other._id], fields: choices })
  expect(lead).toMatchObject({
    name: 'Dana Levi',
    phone: other.phone,
    email: kept.email,
    statusId: statusIds.lost,
    assignedTo: { _id: owner.userId },
    value: 700,
  })
  expect((await get(owner, kept._id)).body.lead.lostReason).toBe('Too far')
})

test('follow-ups and calls move; of two of one person the earlier stays open, and undo opens the later again', async () => {
  const { owner, kept, other, member, ...business } = await world()
  const admin = await member('Admin')
  await followUp(owner, kept._id, 5)
  await followUp(owner, other._id, 2)
  await followUp(owner, other._id, 3, admin.userId)
  const calls = await testCalls(it, { ...business, member })
  const call = await calls.call({ lead_id: other._id })
  const before = [await followUpsOf(owner, kept._id), await followUpsOf(owner, other._id)]
  const { operationId } = await merged(owner, { winnerId: kept._id, leadIds: [other._id] })
  const shown = (await followUpsOf(owner, kept._id)).map(({ user, closedAt, ending }) => [
    user._id === owner.userId ? 'owner' : 'admin',
    closedAt !== null,
    ending,
  ])
  expect(shown).toEqual([
    ['owner', false, null],
    ['admin', false, null],
    ['owner', true, 'merged'],
  ])
  const callsOf = async (id: string) =>
    (await it.send(callRoutes.ofLead, owner, { params: { id } })).body.calls.map(({ _id }) => _id)
  expect(await callsOf(kept._id)).toEqual([call])
  await undo(owner, operationId)
  expect([await followUpsOf(owner, kept._id), await followUpsOf(owner, other._id)]).toEqual(before)
  expect(await callsOf(kept._id)).toEqual([])
  expect(await callsOf(other._id)).toEqual([call])
})

test('undo restores every lead as it was', async () => {
  const { owner, kept, other, second } = await world()
  await change(owner, other._id, { tags: ['Kitchen'], assignedTo: owner.userId })
  const third = await add(owner, { name: 'D. Levi', phone: nextPhone(), campaignId: second })
  const all = async () => (await page(owner, { limit: 100 })).body.leads
  const before = await all()
  const { operationId } = await merged(owner, {
    winnerId: kept._id,
    leadIds: [other._id, third._id],
    fields: { name: third._id, phone: other._id, email: other._id, source: third._id },
    tagsOf: [],
  })
  expect(await names(owner)).toEqual(['D. Levi'])
  const { operation, left } = await undo(owner, operationId)
  expect([operation.done, operation.skipped, left]).toEqual([3, 0, []])
  expect(await all()).toEqual(before)
  expect(refusal(await it.send(operationRoutes.undo, owner, { params: { id: operationId } }))).toMatchObject({
    status: 409,
    code: 'operation_undone',
  })
})

test('what was changed since the merge stays on the kept lead, and undo names it', async () => {
  const { owner, kept, other } = await world()
  const { operationId } = await merged(owner, {
    winnerId: kept._id,
    leadIds: [other._id],
    fields: { name: other._id, value: other._id },
  })
  await change(owner, kept._id, { name: 'Dana Cohen', tags: ['Later'] })
  const { left } = await undo(owner, operationId)
  expect(left).toEqual([{ leadId: kept._id, name: 'Dana Cohen', reason: 'changed_since', fields: ['name'] }])
  expect((await get(owner, kept._id)).body.lead).toMatchObject({ name: 'Dana Cohen', value: 100, tags: ['Later'] })
  expect((await get(owner, other._id)).body.lead).toMatchObject({ name: 'Dana Levi', value: 700, deletedAt: null })
})

test('merges are undone in reverse order', async () => {
  const { owner, kept, other, campaignId } = await world()
  const third = await add(owner, { name: 'Third', phone: nextPhone(), campaignId })
  const before = (await page(owner, { limit: 100 })).body.leads
  const first = await merged(owner, { winnerId: other._id, leadIds: [kept._id], fields: { name: kept._id } })
  const next = await merged(owner, { winnerId: third._id, leadIds: [other._id] })
  expect((await undo(owner, next.operationId)).left).toEqual([])
  expect((await undo(owner, first.operationId)).left).toEqual([])
  expect((await page(owner, { limit: 100 })).body.leads).toEqual(before)
})

test('an earlier merge is not undone while its lead is merged into another', async () => {
  const { owner, kept, other, campaignId } = await world()
  const third = await add(owner, { name: 'Third', phone: nextPhone(), campaignId })
  const first = await merged(owner, { winnerId: other._id, leadIds: [kept._id] })
  await merged(owner, { winnerId: third._id, leadIds: [other._id] })
  const { left } = await undo(owner, first.operationId)
  expect(left.map(({ reason }) => reason)).toEqual(left.map(() => 'changed_since'))
  expect(await names(owner)).toEqual(['Third'])
})

test('of two merges of the same leads at the same moment one is refused', async () => {
  const { owner, kept, other } = await world()
  const both = await Promise.all([
    merge(owner, { winnerId: kept._id, leadIds: [other._id] }),
    merge(owner, { winnerId: other._id, leadIds: [kept._id] }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await page(owner)).body.pagination.total).toBe(1)
})

const fiveIds = Array.from({ length: 5 }, () => crypto.randomUUID())
test.each([
  [(id: string) => ({ winnerId: id, leadIds: [id] }), 'leadIds'],
  [(id: string, other: string) => ({ winnerId: id, leadIds: [other], fields: { shoe: other } }), 'fields'],
  [
    (id: string, other: string) => ({ winnerId: id, leadIds: [other], fields: { name: crypto.randomUUID() } }),
    'fields.name',
  ],
  [(id: string, other: string) => ({ winnerId: id, leadIds: [other, ...fiveIds] }), 'leadIds'],
])('a merge that cannot be is refused and changes nothing', async (body, path) => {
  const { owner, kept, other } = await world()
  const reply = await merge(owner, body(kept._id, other._id) as Input)
  expect(refusal(reply)).toMatchObject({ status: 422, issues: { [path]: expect.any(String) } })
  expect((await page(owner)).body.pagination.total).toBe(2)
})

test('a lead in the trash, an erased one and one out of sight are not merged', async () => {
  const { owner, kept, other, member, campaignId, second } = await world()
  const manager = await member('Lead', [campaignId])
  expect(refusal(await merge(manager, { winnerId: kept._id, leadIds: [other._id] }))).toMatchObject({ status: 404 })
  const writing = await member('Writer', { [campaignId]: 'Lead', [second]: 'Writer' })
  expect(refusal(await merge(writing, { winnerId: kept._id, leadIds: [other._id] }))).toMatchObject({ status: 403 })
  await leads.remove(owner, [other._id])
  expect(refusal(await merge(owner, { winnerId: kept._id, leadIds: [other._id] }))).toMatchObject({
    status: 409,
    code: 'leads_changed',
  })
})
