import { expect, test } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { testApp } from '../../../testing/test-app.ts'
import type { TestMember } from '../../../testing/test-business.ts'
import { testLeads } from '../../../testing/test-leads.ts'
import { waitFor } from '../../../testing/wait-for.ts'

const it = await testApp()
const { add, change, get, history, page, remove } = testLeads(it)

const ended = (as: TestMember, id: string) =>
  waitFor(async () => {
    const { body } = await it.send(operationRoutes.get, as, { params: { id } })
    return body.operation.finishedAt !== null && body
  })
async function mark(as: TestMember, kind: 'read' | 'unread', choice: object) {
  const reply = await it.send(operationRoutes.create, as, { body: { action: { kind }, ...choice } as never })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return (await ended(as, reply.body.operation._id)).operation
}
async function undo(as: TestMember, id: string) {
  const reply = await it.send(operationRoutes.undo, as, { params: { id } })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return ended(as, reply.body.operation._id)
}
const readNames = async (as: TestMember) => {
  const { leads } = (await page(as, { limit: 100 })).body
  return leads.flatMap(({ name, isRead }) => (isRead ? name : [])).sort()
}

/** Four leads; `b` has been read. */
async function world() {
  const business = await it.newBusiness()
  const [owner, key] = [await business.member('Owner'), await business.apiKey()]
  const ids: Record<string, string> = {}
  for (const name of ['a', 'b', 'c', 'd']) ids[name] = (await add(key, { name, campaignId: business.campaignId }))._id
  const open = (name: string, isRead = true) =>
    it.send(leadRoutes.read, owner, { params: { id: ids[name] as string }, body: { isRead } })
  await open('b')
  return { ...business, owner, ids: ids as Record<'a' | 'b' | 'c' | 'd', string>, open }
}

test('all that match are marked as read, and the undo leaves what was read before', async () => {
  const { owner, ids } = await world()
  const before = (await get(owner, ids.a)).body.lead
  const operation = await mark(owner, 'read', { all: true })
  expect(operation).toMatchObject({ kind: 'read', total: 4, done: 3, skipped: 1, canUndo: true })
  expect(await readNames(owner)).toEqual(['a', 'b', 'c', 'd'])
  const after = (await get(owner, ids.a)).body.lead
  expect(after).toEqual({ ...before, isRead: true })
  expect((await history(owner, ids.a)).body.history.map(({ event }) => event)).toEqual(['lead.created'])
  expect((await undo(owner, operation._id)).operation).toMatchObject({ kind: 'undo', done: 3, skipped: 0 })
  expect(await readNames(owner)).toEqual(['b'])
})

test('the undo of a mark as unread leaves what was opened since, and ignores other changes', async () => {
  const { owner, ids, open } = await world()
  await mark(owner, 'read', { all: true })
  const operation = await mark(owner, 'unread', { all: true, except: [ids.d] })
  expect(operation).toMatchObject({ kind: 'unread', total: 3, done: 3 })
  expect(await readNames(owner)).toEqual(['d'])
  await open('a')
  await open('a', false)
  await open('b')
  await change(owner, ids.c, { value: 700 })
  const back = await undo(owner, operation._id)
  expect(back.operation).toMatchObject({ done: 2, skipped: 1 })
  expect(back.left).toEqual([{ leadId: ids.b, name: 'b', reason: 'changed_since' }])
  expect(await readNames(owner)).toEqual(['a', 'b', 'c', 'd'])
})

test('leads in the trash and leads of campaigns that one may not change stay as they are', async () => {
  const { owner, ids, member, campaign, apiKey, campaignId } = await world()
  const elsewhere = await campaign()
  const key = await apiKey()
  await add(key, { name: 'elsewhere', campaignId: elsewhere })
  const lead = await member('Lead', [campaignId])
  await remove(owner, [ids.a])
  const operation = await mark(lead, 'read', { all: true })
  expect(operation.total).toBe(3)
  expect(await readNames(owner)).toEqual(['b', 'c', 'd'])
})
