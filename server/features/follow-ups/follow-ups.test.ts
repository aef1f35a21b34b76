import { expect, test } from 'vitest'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import { newId } from '../../platform/ids.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'

const it = await testApp()
const leads = testLeads(it)
type As = Partial<Credentials> | undefined

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const set = (as: As, id: string, body: object = {}) =>
  it.send(followUpRoutes.set, as, { params: { id }, body: { action: 'Call Back', dueAt: inHours(1), ...body } })
const list = async (as: As, id: string) => (await it.send(followUpRoutes.list, as, { params: { id } })).body.followUps
const done = (as: As, id: string, body: object = {}) => it.send(followUpRoutes.done, as, { params: { id }, body })
const snooze = (as: As, id: string, body: { dueAt: string; userId?: string }) =>
  it.send(followUpRoutes.snooze, as, { params: { id }, body })
const handOver = (as: As, id: string, body: { userId: string; fromUserId?: string }) =>
  it.send(followUpRoutes.handover, as, { params: { id }, body })
const remove = (as: As, id: string, query: object = {}) => it.send(followUpRoutes.remove, as, { params: { id }, query })

async function world() {
  const business = await it.newBusiness()
  const { member, campaignId } = business
  const owner = await member('Owner')
  const lead = await leads.add(owner, { campaignId })
  return { ...business, owner, lead, writer: await member('Writer', [campaignId]) }
}

test('the next action of a person on a lead is set, and set again in its place', async () => {
  const { owner, lead } = await world()
  const first = (await set(owner, lead._id, { note: 'Ask about the kitchen' })).body.followUp
  expect(first).toMatchObject({
    leadId: lead._id,
    action: 'Call Back',
    note: 'Ask about the kitchen',
    user: { _id: owner.userId, name: owner.name },
    createdBy: { _id: owner.userId },
    closedAt: null,
    ending: null,
  })
  const again = (await set(owner, lead._id, { action: 'Send SMS', dueAt: inHours(2) })).body.followUp
  expect(again).toMatchObject({ _id: first._id, action: 'Send SMS', note: '' })
  expect(await list(owner, lead._id)).toEqual([again])
})

test('twenty simultaneous settings leave one open follow-up', async () => {
  const { owner, lead } = await world()
  const all = await Promise.all(Array.from({ length: 20 }, (_, at) => set(owner, lead._id, { note: `${at}` })))
  expect(all.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(await list(owner, lead._id)).toHaveLength(1)
})

test.each([
  [{ action: 'None' }, 'note', 'This field is required'],
  [{ dueAt: 'tomorrow' }, 'dueAt', expect.any(String)],
  [{ action: 'Dance' }, 'action', expect.any(String)],
  [{ note: 'x'.repeat(501) }, 'note', expect.any(String)],
])('%j is refused', async (body, field, message) => {
  const { owner, lead } = await world()
  expect(refusal(await set(owner, lead._id, body))).toMatchObject({ status: 422, issues: { [field]: message } })
})

test('done, snoozed and removed, each with its way back', async () => {
  const { owner, lead } = await world()
  const [first, later] = [inHours(1), inHours(24)]
  const { _id } = (await set(owner, lead._id, { dueAt: first })).body.followUp
  expect((await snooze(owner, lead._id, { dueAt: later })).body.followUp).toMatchObject({ _id, dueAt: noZeros(later) })
  expect((await snooze(owner, lead._id, { dueAt: first })).body.followUp).toMatchObject({ _id, dueAt: noZeros(first) })
  const closed = await done(owner, lead._id)
  expect(closed.body.followUp).toMatchObject({ _id, ending: 'done', closedAt: expect.any(String) })
  expect(refusal(await done(owner, lead._id))).toMatchObject({ status: 404, code: 'follow_up_not_found' })
  expect((await done(owner, lead._id, { isDone: false })).body.followUp).toMatchObject({ _id, closedAt: null })
  await done(owner, lead._id)
  await set(owner, lead._id)
  expect(refusal(await done(owner, lead._id, { isDone: false }))).toMatchObject({
    status: 409,
    code: 'follow_up_exists',
  })
  expect((await remove(owner, lead._id)).status).toBe(200)
  expect((await remove(owner, lead._id)).status).toBe(404)
  expect((await list(owner, lead._id)).map((one) => one._id)).toEqual([_id])
})
const noZeros = (time: string) => time.replace(/\.?0*Z$/, 'Z')

test('a follow-up is handed over to a colleague who may do it, and back', async () => {
  const { owner, lead, writer, member, campaignId } = await world()
  const reader = await member('Reader', [campaignId])
  const { _id } = (await set(owner, lead._id)).body.followUp
  expect(refusal(await handOver(owner, lead._id, { userId: reader.userId }))).toMatchObject({ code: 'user_not_found' })
  expect(refusal(await handOver(owner, lead._id, { userId: newId() }))).toMatchObject({ code: 'user_not_found' })
  const given = await handOver(owner, lead._id, { userId: writer.userId })
  expect(given.body.followUp).toMatchObject({ _id, user: { _id: writer.userId } })
  expect((await list(writer, lead._id)).map((one) => one._id)).toEqual([_id])
  await set(owner, lead._id)
  const back = { userId: owner.userId, fromUserId: writer.userId }
  expect(refusal(await handOver(owner, lead._id, back))).toMatchObject({ status: 409, code: 'follow_up_exists' })
  await remove(owner, lead._id)
  expect((await handOver(owner, lead._id, back)).body.followUp).toMatchObject({ _id, user: { _id: owner.userId } })
})

test('those with the right to it see and change follow-ups of colleagues; others only their own', async () => {
  const { owner, lead, writer, member, campaignId, campaign } = await world()
  const other = await campaign()
  const manager = await member('Lead', [campaignId])
  const elsewhere = await member('None', { [campaignId]: 'Writer', [other]: 'Lead' })
  const reader = await member('Reader', [campaignId])
  await set(owner, lead._id)
  await set(writer, lead._id)
  const users = async (as: As) => (await list(as, lead._id)).map(({ user }) => user._id).sort()
  expect(await users(manager)).toEqual([owner.userId, writer.userId].sort())
  expect(await users(writer)).toEqual([writer.userId])
  expect(await users(elsewhere)).toEqual([])
  expect((await it.send(followUpRoutes.list, reader, { params: { id: lead._id } })).status).toBe(403)
  const ofOwner = { userId: owner.userId }
  expect((await set(writer, lead._id, ofOwner)).status).toBe(403)
  expect((await done(writer, lead._id, ofOwner)).status).toBe(403)
  expect((await snooze(elsewhere, lead._id, { ...ofOwner, dueAt: inHours(3) })).status).toBe(403)
  expect((await remove(writer, lead._id, ofOwner)).status).toBe(403)
  expect((await set(manager, lead._id, { ...ofOwner, note: 'Please' })).body.followUp).toMatchObject({
    note: 'Please',
    user: { _id: owner.userId },
    createdBy: { _id: manager.userId },
  })
  expect((await done(manager, lead._id, ofOwner)).status).toBe(200)
})

test('a Writer gives their own follow-up away and may take it again, and no other', async () => {
  const { owner, lead, writer, member, campaignId } = await world()
  const colleague = await member('Writer', [campaignId])
  const back = { userId: writer.userId, fromUserId: colleague.userId }
  const { _id } = (await set(writer, lead._id)).body.followUp
  const given = await handOver(writer, lead._id, { userId: colleague.userId })
  expect(given.body.followUp).toMatchObject({ _id, user: { _id: colleague.userId } })
  expect((await done(writer, lead._id, { userId: colleague.userId })).status).toBe(403)
  expect((await handOver(writer, lead._id, { ...back, userId: owner.userId })).status).toBe(403)
  expect((await handOver(writer, lead._id, back)).body.followUp).toMatchObject({ _id, user: { _id: writer.userId } })
  await handOver(writer, lead._id, { userId: colleague.userId })
  await set(colleague, lead._id, { note: 'Mine now' })
  expect((await handOver(writer, lead._id, back)).status).toBe(403)
})

test('members kept to their own leads have follow-ups on these alone', async () => {
  const { owner, lead, writer, db, businessId, campaignId } = await world()
  await db.updateTable('businesses').set({ own_leads_only: true }).where('business_id', '=', businessId).execute()
  it.deps.caches.endAll()
  expect((await set(writer, lead._id)).status).toBe(404)
  expect(refusal(await set(owner, lead._id, { userId: writer.userId }))).toMatchObject({ code: 'user_not_found' })
  const own = await leads.add(owner, { campaignId, assignedTo: writer.userId })
  expect((await set(writer, own._id)).status).toBe(200)
  expect((await set(owner, own._id, { userId: writer.userId })).status).toBe(200)
})

test('a lead in the trash has no follow-ups to change', async () => {
  const { owner, lead } = await world()
  await set(owner, lead._id)
  await leads.remove(owner, [lead._id])
  expect((await set(owner, lead._id)).status).toBe(404)
  expect((await done(owner, lead._id)).status).toBe(404)
  await leads.restore(owner, [lead._id])
  expect((await done(owner, lead._id)).status).toBe(200)
})

test('every change stands in the history, with its note in the erasable part', async () => {
  const { owner, lead, writer, db } = await world()
  await set(owner, lead._id, { note: 'Ask about the kitchen' })
  await snooze(owner, lead._id, { dueAt: inHours(5) })
  await handOver(owner, lead._id, { userId: writer.userId })
  await done(writer, lead._id)
  await done(writer, lead._id, { isDone: false })
  await remove(owner, lead._id, { userId: writer.userId })
  const { history } = (await leads.history(owner, lead._id)).body
  expect(history.map(({ event, followUp }) => [event, followUp?.user])).toEqual([
    ['follow_up.removed', writer.name],
    ['follow_up.reopened', writer.name],
    ['follow_up.done', writer.name],
    ['follow_up.handed_over', writer.name],
    ['follow_up.snoozed', owner.name],
    ['follow_up.set', owner.name],
    ['lead.created', undefined],
  ])
  expect(history[0]?.followUp).toMatchObject({ action: 'Call Back', note: 'Ask about the kitchen' })
  const events = await db.selectFrom('events').select('payload').where('lead_id', '=', lead._id).execute()
  expect(JSON.stringify(events)).not.toContain('kitchen')
})

test('lists filter by the next follow-up and by lateness, as far as the reader sees follow-ups', async () => {
  const { owner, writer, campaignId } = await world()
  const add = (name: string) => leads.add(owner, { campaignId, name })
  const [late, soon, ofOwner] = [await add('Late'), await add('Soon'), await add('Of the owner')]
  await set(writer, late._id, { dueAt: inHours(-240) })
  await set(writer, soon._id, { dueAt: inHours(400) })
  await set(owner, ofOwner._id, { dueAt: inHours(-250) })
  const named = (as: As, rule: object) => leads.names(as, { filters: { where: { all: [rule] } } })
  const overdue = { field: 'followUpOverdue', op: 'is', value: true }
  expect(await named(owner, overdue)).toEqual(['Late', 'Of the owner'])
  expect(await named(writer, overdue)).toEqual(['Late'])
  expect(await named(writer, { field: 'nextFollowUp', op: 'notEmpty' })).toEqual(['Late', 'Soon'])
  expect(await named(owner, { field: 'nextFollowUp', op: 'empty' })).toEqual(['Dana Levi'])
  const after = new Date(Date.now() + 300 * 3_600_000).toISOString().slice(0, 10)
  expect(await named(owner, { field: 'nextFollowUp', op: 'after', value: after })).toEqual(['Soon'])
  await done(writer, late._id)
  expect(await named(owner, overdue)).toEqual(['Of the owner'])
})

test('the column of a list gets the first due time of each lead that the reader may see', async () => {
  const { owner, lead, writer } = await world()
  const [early, late] = [inHours(1), inHours(9)]
  await set(owner, lead._id, { dueAt: early })
  await set(writer, lead._id, { dueAt: late })
  const next = async (as: As) => (await it.send(followUpRoutes.next, as, { query: { leadIds: lead._id } })).body.next
  expect(await next(owner)).toEqual([{ leadId: lead._id, dueAt: noZeros(early) }])
  expect(await next(writer)).toEqual([{ leadId: lead._id, dueAt: noZeros(late) }])
  expect(await next(await (await it.newBusiness()).member('Owner'))).toEqual([])
})
