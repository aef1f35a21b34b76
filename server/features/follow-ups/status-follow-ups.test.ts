import { expect, test } from 'vitest'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'
import { testStatuses } from '../../testing/test-statuses.ts'
import { waitFor } from '../../testing/wait-for.ts'

const it = await testApp()
const leads = testLeads(it)
const statuses = testStatuses(it)
const DAY_MS = 86_400_000
const wanted = { action: 'Call Back', minutes: 2 * 1_440, note: 'Did the offer arrive?' }

async function world() {
  const business = await it.newBusiness()
  const { member, campaignId } = business
  const owner = await member('Owner')
  const writer = await member('Writer', [campaignId])
  const offered = await statuses.made(owner, { nameEn: 'Offer sent out', followUp: wanted })
  const plain = await statuses.made(owner, { nameEn: 'Nothing to do' })
  const add = (assignedTo: string | undefined = writer.userId) =>
    leads.add(owner, { campaignId, ...(assignedTo && { assignedTo }) })
  const lead = await add()
  const list = async (id = lead._id) =>
    (await it.send(followUpRoutes.list, owner, { params: { id } })).body.followUps.map(
      ({ action, note, user, closedAt }) => ({ action, note, userId: user._id, isOpen: closedAt === null }),
    )
  const put = async (as: Credentials, statusId: string, id = lead._id) => {
    expect((await leads.change(as, id, { statusId })).status).toBe(200)
    await settled()
  }
  /** Jobs run in the order in which they were added, so a later one of the same kind shows that these are done. */
  const settled = async () => {
    await leads.relayed()
    await waitFor(async () => (await pending()) === 0)
  }
  return { ...business, owner, writer, offered, plain, lead, add, list, put, settled }
}
const pending = async () =>
  (
    await it.deps.workerDb
      .withSchema('graphile_worker')
      .selectFrom('jobs' as never)
      .select('id' as never)
      .where('task_identifier' as never, '=', 'followStatuses' as never)
      .execute()
  ).length

const ofStatus = { action: 'Call Back', note: 'Did the offer arrive?', isOpen: true }

test('a status brings its follow-up for the assignee, after its delay, and the history names the status', async () => {
  const { owner, writer, offered, lead, put } = await world()
  await put(owner, offered._id)
  const { followUps } = (await it.send(followUpRoutes.list, writer, { params: { id: lead._id } })).body
  expect(followUps).toMatchObject([
    {
      action: 'Call Back',
      note: 'Did the offer arrive?',
      user: { _id: writer.userId },
      createdBy: { _id: owner.userId },
    },
  ])
  expect(Math.abs(Date.parse(followUps[0]?.dueAt ?? '') - Date.now() - 2 * DAY_MS)).toBeLessThan(60_000)
  const [last] = (await leads.history(owner, lead._id)).body.history
  expect(last).toMatchObject({
    event: 'follow_up.set',
    by: null,
    followUp: { user: writer.name, status: 'Offer sent out', note: 'Did the offer arrive?' },
  })
})

test('a lead without an assignee: who changed the status gets it, and no one if an API key did', async () => {
  const { owner, apiKey, offered, add, list, put, settled, campaignId } = await world()
  const lead = await leads.add(owner, { campaignId })
  await put(owner, offered._id, lead._id)
  expect(await list(lead._id)).toEqual([{ ...ofStatus, userId: owner.userId }])
  const other = await leads.add(await apiKey(), { campaignId })
  await leads.change(await apiKey(), other._id, { statusId: offered._id })
  await settled()
  expect(await list(other._id)).toEqual([])
  expect(add).toBeDefined()
})

test('leaving the status takes its follow-up away, and brings back what it stood in place of', async () => {
  const { owner, writer, offered, plain, lead, list, put } = await world()
  await put(owner, offered._id)
  await put(owner, plain._id)
  expect(await list()).toEqual([])
  expect((await leads.history(owner, lead._id)).body.history[0]).toMatchObject({
    event: 'follow_up.removed',
    followUp: { status: 'Offer sent out' },
  })
  const own = { action: 'Send SMS' as const, dueAt: new Date(Date.now() + DAY_MS).toISOString(), note: 'Of mine' }
  await it.send(followUpRoutes.set, writer, { params: { id: lead._id }, body: own })
  await put(owner, offered._id)
  expect(await list()).toEqual([{ ...ofStatus, userId: writer.userId }])
  await put(owner, plain._id)
  expect(await list()).toEqual([{ action: 'Send SMS', note: 'Of mine', userId: writer.userId, isOpen: true }])
})

test('what its person changed or did stays when the lead leaves the status', async () => {
  const { owner, writer, offered, plain, lead, list, put } = await world()
  await put(owner, offered._id)
  const dueAt = new Date(Date.now() + 3 * DAY_MS).toISOString()
  await it.send(followUpRoutes.snooze, writer, { params: { id: lead._id }, body: { dueAt } })
  await put(owner, plain._id)
  expect(await list()).toEqual([{ ...ofStatus, userId: writer.userId }])
  await it.send(followUpRoutes.done, writer, { params: { id: lead._id }, body: {} })
  await put(owner, offered._id)
  await it.send(followUpRoutes.done, writer, { params: { id: lead._id }, body: {} })
  await put(owner, plain._id)
  expect((await list()).map(({ isOpen }) => isOpen)).toEqual([false, false])
})

test('many leads at once, and their undo', async () => {
  const { owner, writer, offered, add, list, settled } = await world()
  const ids = [(await add())._id, (await add())._id, (await add())._id]
  const action = { kind: 'status', statusId: offered._id }
  const begun = await it.send(operationRoutes.create, owner, { body: { action, leadIds: ids } as never })
  expect(begun.status).toBe(200)
  await settled()
  for (const id of ids) expect(await list(id)).toEqual([{ ...ofStatus, userId: writer.userId }])
  expect((await it.send(operationRoutes.undo, owner, { params: { id: begun.body.operation._id } })).status).toBe(200)
  await settled()
  for (const id of ids) expect(await list(id)).toEqual([])
})

test('a deleted status whose leads move to another brings nothing', async () => {
  const { owner, offered, plain, lead, list, put, settled } = await world()
  await put(owner, plain._id)
  expect((await statuses.drop(owner, plain._id, offered._id)).status).toBe(200)
  await waitFor(async () => (await leads.get(owner, lead._id)).body.lead.statusId === offered._id)
  await settled()
  expect(await list()).toEqual([])
})

test('the follow-up of a status is checked, shown to its Owner and noted in the log', async () => {
  const { owner, offered } = await world()
  expect(offered.followUp).toEqual(wanted)
  const refused = await statuses.edit(owner, offered._id, { followUp: { action: 'None', minutes: 5, note: '' } })
  expect(refusal(refused)).toMatchObject({ status: 422, issues: { 'followUp.note': 'This field is required' } })
  expect((await statuses.edit(owner, offered._id, { followUp: { ...wanted, minutes: 0 } })).status).toBe(422)
  expect((await statuses.edit(owner, offered._id, { followUp: null })).body.status.followUp).toBeNull()
  expect((await statuses.settings(owner)).statuses.find(({ _id }) => _id === offered._id)?.followUp).toBeNull()
})
