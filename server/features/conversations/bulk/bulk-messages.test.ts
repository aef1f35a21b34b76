import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { outgoingRoutes } from '#contract/calls/outgoing/outgoing.ts'
import { bulkMessageRoutes } from '#contract/leads/conversations/bulk-messages.ts'
import { messageTemplateRoutes } from '#contract/leads/messages/message-templates.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { leadQuietRoutes } from '#contract/working-hours/lead-quiet.ts'
import { testConversations } from '../../../testing/features/test-conversations.ts'
import { smsAccount } from '../../../testing/sms-account.ts'
import { testApp } from '../../../testing/test-app.ts'
import { refusal } from '../../../testing/test-leads.ts'
import { waitFor } from '../../../testing/wait-for.ts'

/** A Tuesday noon in Israel, and the night after it. */
const NOON = Date.parse('2026-11-24T10:00:00Z')
const NIGHT = Date.parse('2026-11-24T20:30:00Z')
let time = NOON
const provider = await smsAccount()
const it = await testApp({
  now: () => new Date(time),
  exchange: () => provider.account,
  own: true,
  env: { DEMO: '0' },
})
const { world: ofConversations, add, get, consent, thread, inState } = testConversations(it, provider)
type World = Awaited<ReturnType<typeof world>>
type Loose = Record<string, unknown>

async function world(at = NOON) {
  time = at
  const business = await ofConversations()
  const { owner, campaignId } = business
  const more = async (body: Loose = {}) => add(owner, { campaignId, ...body })
  return { ...business, more }
}
const service = { channel: 'sms', purpose: 'service', text: 'Hello {{lead.firstName}}' }
const bodyOf = (message: Loose, choice: Loose) => ({ body: { message: { ...service, ...message }, choice } as never })
const preview = async (as: World['owner'], message: Loose, choice: Loose) =>
  it.send(bulkMessageRoutes.preview, as, bodyOf(message, choice))
const send = (as: World['owner'], message: Loose, choice: Loose, headers: Record<string, string> = {}) =>
  it.send(bulkMessageRoutes.send, as, bodyOf(message, choice), headers)
const ended = (as: World['owner'], id: string) =>
  waitFor(async () => {
    const { body } = await it.send(operationRoutes.get, as, { params: { id } })
    return body.operation.finishedAt !== null && body
  })
const fates = async (as: World['owner'], id: string) =>
  (await it.send(bulkMessageRoutes.fates, as, { params: { id }, query: {} })).body

test('before anything is sent it says who gets it and who does not, and afterwards just that happens', async () => {
  const { owner, lead, more, phone, campaignId } = await world()
  const [barred, mailOnly, named] = [
    await more({ name: 'Barred Person' }),
    await more({ name: 'Mail Only', email: 'mail-only@example.test', phone: undefined }),
    await more({ name: 'נועם לוי' }),
  ]
  await it.send(outgoingRoutes.doNotCall, owner, { params: { id: barred._id }, body: { isOn: true } })
  const closed = await more({ name: 'Closed Person' })
  await consent(owner, closed._id, { purpose: 'service', act: 'withdrawn' })
  const leadIds = [lead._id, barred._id, mailOnly._id, named._id, closed._id]
  const shown = await preview(owner, {}, { leadIds })
  expect(shown.status, JSON.stringify(shown.body)).toBe(200)
  expect(shown.body.preview).toMatchObject({ total: 5, sends: 2, waits: 0 })
  const reasons = Object.fromEntries(shown.body.preview.left.map(({ reason, count }) => [reason, count]))
  expect(reasons).toEqual({ marked_do_not_call: 1, no_contact: 1, service_closed: 1 })
  expect(shown.body.preview.samples.map(({ text }) => text).sort()).toEqual(['Hello Dana', 'Hello נועם'])
  expect(provider.to(phone)).toEqual([])
  const sent = await send(owner, {}, { leadIds })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  const { operation, left } = await ended(owner, sent.body.operation._id)
  expect(operation).toMatchObject({ kind: 'message', total: 5, done: 2, skipped: 3 })
  expect(Object.fromEntries(left.map(({ name, reason }) => [name, reason]))).toEqual({
    'Barred Person': 'marked_do_not_call',
    'Mail Only': 'no_contact',
    'Closed Person': 'service_closed',
  })
  await inState(owner, lead._id, 'sent', 'Hello Dana')
  await inState(owner, named._id, 'sent', 'Hello נועם')
  expect((await thread(owner, barred._id)).messages).toEqual([])
  const { counts, messages } = await fates(owner, operation._id)
  expect(counts).toEqual([{ state: 'sent', reason: null, count: 2 }])
  expect(messages.map(({ lead: { name } }) => name).sort()).toEqual(['Dana Levi', 'נועם לוי'])
  // A message that went to many answers no one.
  expect((await get(owner, lead._id)).body.lead.firstResponseAt).toBeNull()
  expect((await it.send(bulkMessageRoutes.fates, owner, { params: { id: campaignId }, query: {} })).status).toBe(404)
})

test('advertising reaches those alone who agreed, and bears its mark and a way out', async () => {
  const { owner, lead, more, phone } = await world()
  const other = await more()
  await consent(owner, lead._id, { act: 'given' })
  const message = { purpose: 'advertising', text: 'מבצע על מטבחים' }
  const leadIds = [lead._id, other._id]
  const { body } = await preview(owner, message, { leadIds })
  expect(body.preview).toMatchObject({ sends: 1, left: [{ reason: 'no_consent', count: 1 }] })
  expect(body.preview.samples[0]?.text.split('\n')[0]).toBe('פרסומת')
  await send(owner, message, { leadIds })
  await inState(owner, lead._id, 'sent')
  expect(provider.to(phone)[0]?.body.split('\n')[0]).toBe('פרסומת')
  expect((await thread(owner, other._id)).messages).toEqual([])
})

test('a purpose must be chosen, and a text that cannot be read is refused', async () => {
  const { owner, lead } = await world()
  const choice = { leadIds: [lead._id] }
  const wrong = [
    { purpose: undefined },
    { text: '{{lead.shoeSize}}' },
    { text: 'Hello {{' },
    { text: undefined },
    { text: 'x'.repeat(1_001) },
    { channel: 'email', text: 'Without a subject' },
    { sendAt: '2027-06-01T10:00:00Z' },
  ]
  for (const message of wrong) expect((await send(owner, message, choice)).status).toBe(422)
  expect((await send(owner, {}, { leadIds: [] })).status).toBe(422)
})

test('a double click, and the same request again, send once', async () => {
  const { owner, lead, phone } = await world()
  const choice = { leadIds: [lead._id] }
  const key = { 'idempotency-key': 'bulk-1' }
  const replies = await Promise.all([send(owner, {}, choice, key), send(owner, {}, choice, key)])
  expect(replies.some(({ status }) => status === 201)).toBe(true)
  const again = await send(owner, {}, choice, key)
  expect(again.status).toBe(201)
  await inState(owner, lead._id, 'sent')
  await ended(owner, again.body.operation._id)
  expect((await thread(owner, lead._id)).messages).toHaveLength(1)
  expect(provider.to(phone)).toHaveLength(1)
})

test('in quiet it waits and says until when; what waits is stopped, what was sent stays sent', async () => {
  const { owner, lead, more } = await world(NIGHT)
  const other = await more({ name: 'Noam Bar' })
  const leadIds = [lead._id, other._id]
  const { body } = await preview(owner, {}, { leadIds })
  expect(body.preview).toMatchObject({ sends: 2, waits: 2, waitsFor: 'night', left: [] })
  expect(new Date(body.preview.waitsUntil ?? '').toISOString()).toBe('2026-11-25T06:00:00.000Z')
  const { operation } = (await send(owner, {}, { leadIds })).body
  await ended(owner, operation._id)
  expect((await fates(owner, operation._id)).counts).toEqual([{ state: 'waiting', reason: null, count: 2 }])
  const undone = await it.send(operationRoutes.undo, owner, { params: { id: operation._id } })
  expect(undone.status, JSON.stringify(undone.body)).toBe(200)
  expect((await ended(owner, undone.body.operation._id)).operation).toMatchObject({ done: 2, skipped: 0 })
  expect((await fates(owner, operation._id)).counts).toEqual([{ state: 'canceled', reason: null, count: 2 }])
})

test('the most messages of a day hold for messages to many, too', async () => {
  const { owner, lead } = await world()
  const quiet = (await it.send(leadQuietRoutes.get, owner, {})).body
  const perDay = quiet.quiet.automationsPerDay
  const choice = { leadIds: [lead._id] }
  for (let i = 0; i < perDay; i++) {
    await send(owner, { text: `Message ${i}` }, choice)
    await inState(owner, lead._id, 'sent', `Message ${i}`)
  }
  const { body } = await preview(owner, { text: 'One more' }, choice)
  expect(body.preview).toMatchObject({ sends: 0, left: [{ reason: 'cap_reached', count: 1 }] })
})

test('a filter chooses the leads, and many are written to in the background', async () => {
  const { owner, campaignId, lead, more } = await world()
  for (let i = 0; i < 30; i++) await more({ name: `Lead ${i}` })
  const choice = { all: true, campaignId: [campaignId], except: [lead._id] }
  const { body } = await preview(owner, {}, choice)
  expect(body.preview).toMatchObject({ total: 30, sends: 30 })
  const { operation } = (await send(owner, {}, choice)).body
  expect((await ended(owner, operation._id)).operation).toMatchObject({ total: 30, done: 30, skipped: 0 })
  expect((await thread(owner, lead._id)).messages).toEqual([])
})

test('a template is sent as it was when the operation began, and a lead without a value is left out', async () => {
  const { owner, lead, email, more } = await world()
  const text = 'Hello {{lead.email}}'
  const template = { nameHe: 'ברכה', nameEn: 'Greeting', channel: 'sms', purpose: 'service' }
  const made = await it.send(messageTemplateRoutes.create, owner, {
    body: { ...template, contents: { he: null, en: { text } } } as never,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const message = { text: undefined, template: { _id: made.body.template._id, language: 'en' } }
  const withoutMail = await more({ name: 'Without Mail' })
  const leadIds = [lead._id, withoutMail._id]
  const { operation } = (await send(owner, message, { leadIds })).body
  const { left } = await ended(owner, operation._id)
  expect(left.map(({ name, reason }) => [name, reason])).toEqual([['Without Mail', 'values_missing']])
  await inState(owner, lead._id, 'sent', `Hello ${email}`)
  expect((await send(owner, { ...message, purpose: 'advertising' }, { leadIds })).status).toBe(422)
})

test('Owners, Admins and the role Lead write to many, and only to leads that they may read', async () => {
  const { lead, member, campaignId, campaign, owner } = await world()
  const choice = { leadIds: [lead._id] }
  const [writer, manager] = [await member('Writer', [campaignId]), await member('Lead', [campaignId])]
  expect(refusal(await send(writer, {}, choice)).status).toBe(403)
  expect((await send(manager, {}, choice)).status).toBe(201)
  const elsewhere = await add(owner, { campaignId: await campaign() })
  expect(refusal(await send(manager, {}, { leadIds: [elsewhere._id] })).code).toBe('lead_not_found')
})

test('who sees masked contacts in one campaign asks for no contact by a text to many in another', async () => {
  const { businessId, db, lead, member, campaignId, campaign, owner } = await world()
  const partner = await member('Affiliate', [await campaign()])
  const as = { business_id: businessId, user_id: partner.userId, campaign_id: campaignId, role: 'Lead' } as const
  await db.insertInto('campaign_members').values(as).execute()
  const choice = { leadIds: [lead._id] }
  const message = { text: '{{lead.phone}} {{lead.email}}' }
  expect((await preview(partner, message, choice)).status).toBe(200)
  await it.send(businessRoutes.change, owner, { body: { masksContacts: true } })
  expect(refusal(await preview(partner, message, choice)).code).toBe('forbidden')
  expect(refusal(await send(partner, message, choice)).code).toBe('forbidden')
  expect((await preview(owner, message, choice)).status).toBe(200)
})
