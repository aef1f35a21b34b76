import { expect, test } from 'vitest'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { newId } from '../../../platform/ids.ts'
import { testApp } from '../../../testing/test-app.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'
import { testOwnLeads } from '../../../testing/test-own-leads.ts'

const it = await testApp()
const leads = testLeads(it)
const { world, keepToOwn } = testOwnLeads(it)

test('a new lead is assigned to its restricted author; a repeat enquiry joins another member’s lead and reveals nothing of it', async () => {
  const { writer, owner, others, campaignId } = await world()
  const added = await leads.take(writer, { name: 'Ron Added', phone: '+972541239999', campaignId })
  expect([added.status, added.body.lead.assignedTo?._id]).toEqual([201, writer.userId])
  expect((await leads.get(writer, added.body.lead._id)).status).toBe(200)
  const repeated = await leads.take(writer, { name: 'By the writer', phone: '+972541232222', campaignId })
  expect([repeated.status, repeated.body.duplicate]).toEqual([200, true])
  expect(repeated.body.lead).toMatchObject({ _id: others._id, name: 'By the writer', email: null, assignedTo: null })
  expect(JSON.stringify(repeated.body)).not.toMatch(/Cohen|secret/i)
  const again = await leads.take(writer, { name: 'By the writer', phone: '+972541231111', campaignId })
  expect([again.body.duplicate, again.body.lead.name, again.body.lead.tags]).toEqual([true, 'Dana Levi', ['warm']])
  expect((await leads.get(writer, others._id)).status).toBe(404)
  expect((await leads.get(owner, others._id)).body.lead.enquiries).toHaveLength(2)
})

test('an unassigned lead that they enquire again is assigned to them; an assigned one, or any with the option off, is unchanged', async () => {
  const { writer, mixed, owner, chief, free, others, far, campaignId, second } = await world()
  await leads.add(owner, { name: 'Noa Free', email: 'noa@free.example', campaignId })
  const byPhone = await leads.take(writer, { name: 'By the writer', phone: '054-123-3333', campaignId })
  const byEmail = await leads.take(writer, { name: 'By e-mail', email: 'Noa@Free.example', campaignId })
  const shown = [byPhone, byEmail].map(({ status, body: { lead } }) => [status, lead.name, lead.assignedTo?._id])
  expect(shown).toEqual(['Dana Free', 'Noa Free'].map((name) => [200, name, writer.userId]))
  expect(await leads.names(writer)).toEqual(['Dana Free', 'Dana Levi', 'Noa Free'])
  const { history } = (await leads.history(writer, free._id)).body
  expect(history.map(({ event, by }) => [event, by?._id]).sort()).toEqual([
    ['lead.changed', writer.userId],
    ['lead.created', owner.userId],
    ['lead.repeated', writer.userId],
  ])
  const changes = history.map((item) => item.changes).filter(Boolean)
  expect(changes).toEqual([{ assignedTo: [null, writer.name] }])
  // An assigned lead keeps its assignee. A member who reads the whole campaign is not assigned a lead by an enquiry.
  const enquiry = { name: 'Once more', phone: '+972541233333', campaignId }
  expect((await leads.take(mixed, enquiry)).body.lead).toMatchObject({ name: 'Once more', assignedTo: null })
  expect((await leads.take(chief, { ...enquiry, phone: '+972541232222' })).body.lead._id).toBe(others._id)
  await leads.take(mixed, { ...enquiry, phone: '+972541234444', campaignId: second })
  const whose = async ({ _id }: { _id: string }) => (await leads.get(owner, _id)).body.lead.assignedTo?._id
  expect(await Promise.all([free, others, far].map(whose))).toEqual([writer.userId, chief.userId, undefined])
  await leads.change(owner, free._id, { assignedTo: null })
  await keepToOwn(owner, false)
  expect((await leads.take(writer, enquiry)).body.lead).toMatchObject({ name: 'Dana Free', assignedTo: null })
})

test('of two concurrent enquiries for an unassigned lead the first claims it; sent again it gets the same reply', async () => {
  const { writer, mixed, owner, free, campaignId, db } = await world()
  const enquiry = { name: 'At once', phone: '+972541233333', campaignId }
  const once = { 'idempotency-key': newId() }
  const replies = await Promise.all([writer, mixed].map((as) => leads.take(as, enquiry, once)))
  const theirs = (await leads.get(owner, free._id)).body.lead.assignedTo?._id
  const names = theirs === writer.userId ? ['Dana Free', 'At once'] : ['At once', 'Dana Free']
  expect(replies.map(({ status, body }) => [status, body.lead.name])).toEqual(names.map((name) => [200, name]))
  for (const [i, as] of [writer, mixed].entries())
    expect((await leads.take(as, enquiry, once)).body).toEqual(replies[i]?.body)
  const changeEvents = db
    .selectFrom('events')
    .select('id')
    .where('lead_id', '=', free._id)
    .where('name', '=', 'lead.changed')
  expect(await changeEvents.execute()).toHaveLength(1)
})

test('an unknown status is refused alike for known and unknown phones', async () => {
  const { writer, owner, others, campaignId } = await world()
  for (const phone of ['+972541232222', '+972541238888']) {
    const asked = await leads.take(writer, { name: 'By the writer', phone, campaignId, statusId: newId() })
    expect(refusal(asked)).toMatchObject({ status: 422, issues: { statusId: expect.any(String) } })
  }
  expect((await leads.get(owner, others._id)).body.lead.enquiries).toHaveLength(1)
})

test('after joining ten leads of others in a day each entry creates a new lead, and the Owner is notified once', async () => {
  const { writer, mixed, owner, campaignId } = await world()
  const phones = Array.from({ length: 12 }, (_, i) => `+97254123${5000 + i}`)
  for (const phone of phones) await leads.add(owner, { name: `Free ${phone}`, phone, campaignId })
  const enter = async (as: typeof writer, phone: string) => {
    const { status, body } = await leads.take(as, { name: 'By the writer', phone, campaignId })
    return [status, body.duplicate, body.lead.assignedTo?._id]
  }
  const answers: unknown[] = []
  for (const phone of phones) answers.push(await enter(writer, phone))
  const theirs = writer.userId
  expect(answers).toEqual([...Array(10).fill([200, true, theirs]), [201, false, theirs], [201, false, theirs]])
  const [last] = (await leads.page(owner, { search: '5011', sort: 'date' })).body.leads
  expect([last?.name, last?.assignedTo]).toEqual(['Free +972541235011', null])
  await leads.add(owner, { name: 'Free', phone: '+972541236000', campaignId })
  expect(await enter(mixed, '+972541236000')).toEqual([200, true, mixed.userId])
  await leads.relayed()
  const { data } = (await it.send(notificationRoutes.list, owner, { query: {} })).body
  const notices = data.filter(({ action }) => action === 'member_limited')
  expect(notices.map(({ title }) => title)).toEqual([
    `${writer.name} entered the contacts of many existing leads today`,
  ])
})

test('repeat enquiries of one’s own lead are not counted as joining a lead of others', async () => {
  const { writer, owner, others, campaignId } = await world()
  for (let times = 0; times < 11; times++) {
    const again = await leads.take(writer, { name: 'By the writer', phone: '+972541231111', campaignId })
    expect([again.status, again.body.duplicate]).toEqual([200, true])
  }
  const joined = await leads.take(writer, { name: 'By the writer', phone: '+972541232222', campaignId })
  expect([joined.body.duplicate, joined.body.lead._id]).toEqual([true, others._id])
  await leads.relayed()
  const { data } = (await it.send(notificationRoutes.list, owner, { query: {} })).body
  expect(data.filter(({ action }) => action === 'member_limited')).toEqual([])
})
