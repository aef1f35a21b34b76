import { describe, expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { conversationRoutes } from '#contract/leads/conversations/conversations.ts'
import { messageTemplateRoutes } from '#contract/leads/messages/message-templates.ts'
import { testConversations } from '../../testing/features/test-conversations.ts'
import { smsAccount } from '../../testing/sms-account.ts'
import { testApp } from '../../testing/test-app.ts'
import { refusal } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { hastenToLeads, updateToLead } from '../messages/to-leads.service.ts'

/** A Tuesday noon in Israel, on which nothing is quiet. */
const NOON = Date.parse('2026-11-24T10:00:00Z')
let time = NOON
const provider = await smsAccount()
const it = await testApp({
  now: () => new Date(time),
  exchange: () => provider.account,
  env: { DEMO: '1', SIP_TRUNK: '' },
})
const { world, send, write, thread, inState, get, history, hook, add } = testConversations(it, provider)

type Owner = Awaited<ReturnType<typeof world>>['owner']
/** Makes a template of text messages; returns its id. */
async function aTemplate(owner: Owner, text: string) {
  const contents = { he: null, en: { subject: null, text } }
  const template = { nameHe: 'תבנית', nameEn: 'Template', channel: 'sms', purpose: 'service', contents } as const
  return (await it.send(messageTemplateRoutes.create, owner, { body: template })).body.template._id
}
const byTemplate = (as: Owner, leadId: string, _id: string, changes: object = {}) => {
  const template = { _id, language: 'en' } as const
  const body = { channel: 'sms', purpose: 'service', template, ...changes } as const
  return it.send(conversationRoutes.send, as, { params: { id: leadId }, body })
}

describe('a text message to a lead', () => {
  test('leaves from the number of the campaign, and the reports of the provider move its state', async () => {
    const { owner, lead, phone, number } = await world()
    const written = await write(owner, lead._id, { text: 'שלום דנה, מתי נוח לדבר?' })
    expect(written).toMatchObject({
      ...{ direction: 'out', channel: 'sms', purpose: 'service', origin: 'person', address: phone },
      ...{ text: 'שלום דנה, מתי נוח לדבר?', segments: 1, author: { _id: owner.userId } },
    })
    await inState(owner, lead._id, 'sent')
    const [sms, ...more] = provider.to(phone)
    expect(more).toEqual([])
    expect(sms).toMatchObject({ from: number, body: 'שלום דנה, מתי נוח לדבר?' })
    const report = (status: string, rest = {}) =>
      hook(sms?.statusHook ?? '', { MessageSid: sms?.sid ?? '', MessageStatus: status, ...rest })
    expect(await report('delivered')).toBe(200)
    await report('sent')
    await report('undelivered', { ErrorCode: '30003' })
    expect((await thread(owner, lead._id)).messages.map(({ state }) => state)).toEqual(['delivered'])
    await report('read')
    expect((await thread(owner, lead._id)).messages.map(({ state }) => state)).toEqual(['read'])
  })

  test('that did not arrive says why', async () => {
    const { owner, lead, phone } = await world()
    await write(owner, lead._id)
    await inState(owner, lead._id, 'sent')
    const [sms] = provider.to(phone)
    await hook(sms?.statusHook ?? '', { MessageSid: sms?.sid ?? '', MessageStatus: 'undelivered', ErrorCode: '30003' })
    expect((await thread(owner, lead._id)).messages[0]).toMatchObject({
      ...{ state: 'failed', reason: 'undelivered', errorCode: 30_003 },
    })
  })

  test('is the first response to the lead once it is sent', async () => {
    const { owner, lead } = await world()
    expect((await get(owner, lead._id)).body.lead.firstResponseAt).toBeNull()
    await write(owner, lead._id)
    await inState(owner, lead._id, 'sent')
    expect((await get(owner, lead._id)).body.lead.firstResponseAt).not.toBeNull()
  })

  test('stands in the history of the lead, once', async () => {
    const { owner, lead, reply } = await world()
    await write(owner, lead._id, { text: 'One question' })
    await inState(owner, lead._id, 'sent')
    await reply('And an answer')
    const { body } = await history(owner, lead._id)
    expect(body.history.map(({ event, message }) => message?.text ?? event)).toEqual([
      ...['And an answer', 'One question', 'lead.created'],
    ])
    expect((await history(owner, lead._id, { kind: 'messages' })).body.history).toHaveLength(2)
  })
})

describe('a reply', () => {
  test('comes to the conversation, is no repeat enquiry, and waits for an answer until a person writes', async () => {
    const { owner, lead, reply } = await world()
    await write(owner, lead._id)
    await inState(owner, lead._id, 'sent')
    expect(await reply('Yes, on Sunday')).toBe(200)
    const inbox = async (query = {}) => (await it.send(conversationRoutes.list, owner, { query })).body
    expect((await inbox()).conversations).toMatchObject([
      { lead: { _id: lead._id }, last: { direction: 'in', text: 'Yes, on Sunday' }, isUnread: true },
    ])
    expect((await get(owner, lead._id)).body.lead).toMatchObject({ source: 'manual' })
    const last = (await thread(owner, lead._id)).messages.at(-1)
    await it.send(conversationRoutes.read, owner, { params: { id: lead._id }, body: { messageId: last?._id ?? '' } })
    expect((await inbox()).conversations[0]).toMatchObject({ isUnread: false })
    await write(owner, lead._id, { text: 'See you on Sunday' })
    expect((await inbox()).conversations).toEqual([])
    expect((await inbox({ show: 'all' })).pagination).toMatchObject({ total: 1, totalIsExact: true })
    expect((await inbox({ show: 'all', of: 'me' })).conversations).toEqual([])
  })

  test('that needs no answer leaves the list when a person says so', async () => {
    const { owner, lead, reply } = await world()
    await write(owner, lead._id)
    await reply('Thanks!')
    const [last] = (await thread(owner, lead._id)).messages.slice(-1)
    const body = { messageId: last?._id ?? '' }
    expect((await it.send(conversationRoutes.handled, owner, { params: { id: lead._id }, body })).status).toBe(200)
    const { conversations } = (await it.send(conversationRoutes.list, owner, { query: {} })).body
    expect(conversations).toEqual([])
  })

  test('of a phone without a lead makes the lead, whose conversation it begins; reports are taken once', async () => {
    const { owner, reply, page } = { ...(await world()), ...testConversations(it, provider) }
    const from = '+972547770001'
    await Promise.all(
      [1, 2, 3].map(() => reply('Hello, a price?', { from, sid: 'SM00000000000000000000000000000001' })),
    )
    const found = (await page(owner, { limit: 100 })).body.leads.find((one) => one.phone === from)
    expect((await thread(owner, found?._id ?? '')).messages.map(({ text }) => text)).toEqual(['Hello, a price?'])
  })
})

describe('a message is sent once', () => {
  test('a double click with one key is one message; the same text of a colleague is refused', async () => {
    const { owner, lead, phone, member, campaignId } = await world()
    const writer = await member('Writer', [campaignId])
    const key = { 'idempotency-key': 'pressed-twice' }
    const [one, other] = await Promise.all([send(owner, lead._id, {}, key), send(owner, lead._id, {}, key)])
    const stored = [one, other].filter(({ status }) => status === 201)
    expect(stored.length).toBeGreaterThan(0)
    expect(refusal(await send(writer, lead._id))).toMatchObject({ status: 409, code: 'message_just_sent' })
    await inState(owner, lead._id, 'sent')
    expect(provider.to(phone)).toHaveLength(1)
  })

  test('a provider that does not say whether it took it is not asked again; a late report says that it was sent', async () => {
    const { owner, lead, phone } = await world()
    provider.refuse(phone, { status: 503, code: 20_500, message: 'Away' })
    await write(owner, lead._id)
    await inState(owner, lead._id, 'unknown')
    provider.refuse(phone, undefined)
    const queued = await it.deps.workerDb
      .selectFrom('messages')
      .select('id')
      .where('recipient', '=', phone)
      .executeTakeFirstOrThrow()
    const { connection_id: connectionId } = await it.deps.workerDb
      .selectFrom('lead_messages')
      .select('connection_id')
      .where('address', '=', phone)
      .executeTakeFirstOrThrow()
    await hook(`/hooks/sms/${connectionId}/status?message=${queued.id}`, {
      MessageSid: 'SM1',
      MessageStatus: 'delivered',
    })
    expect((await thread(owner, lead._id)).messages).toMatchObject([{ state: 'delivered' }])
    expect(provider.to(phone)).toEqual([])
    expect((await get(owner, lead._id)).body.lead.firstResponseAt).not.toBeNull()
  })

  test('a message that a dead process was sending is not known, and two people who repeat it send it once', async () => {
    const { owner, lead, phone, member, campaignId } = await world()
    const writer = await member('Writer', [campaignId])
    const { _id } = await write(owner, lead._id, { sendAt: new Date(time + 300_000).toISOString() })
    // As a process leaves it that died after it asked the provider.
    await it.deps.workerDb.updateTable('lead_messages').set({ state: 'sending' }).where('id', '=', _id).execute()
    await it.deps.workerDb
      .updateTable('messages')
      .set({ due_at: '2000-01-01' })
      .where('lead_message_id', '=', _id)
      .execute()
    await inState(owner, lead._id, 'unknown')
    expect(provider.to(phone)).toEqual([])
    const retry = (as: typeof owner) =>
      it.send(conversationRoutes.retry, as, { params: { id: lead._id, messageId: _id } })
    const replies = await Promise.all([retry(owner), retry(writer)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    time = NOON + 301_000
    await it.deps.workerDb
      .updateTable('messages')
      .set({ due_at: '2000-01-01' })
      .where('lead_message_id', '=', _id)
      .where('state', '=', 'queued')
      .execute()
    await inState(owner, lead._id, 'sent')
    expect(provider.to(phone)).toHaveLength(1)
    time = NOON
  })
})

test('a message that waits is canceled once, and not sent', async () => {
  const { owner, lead, phone } = await world()
  const { _id, state, waitsFor } = await write(owner, lead._id, { sendAt: new Date(time + 60_000).toISOString() })
  expect({ state, waitsFor }).toEqual({ state: 'waiting', waitsFor: 'later' })
  const cancel = () => it.send(conversationRoutes.cancel, owner, { params: { id: lead._id, messageId: _id } })
  expect((await cancel()).body.message.state).toBe('canceled')
  await it.deps.workerDb
    .updateTable('messages')
    .set({ due_at: '2000-01-01' })
    .where('lead_message_id', '=', _id)
    .execute()
  await waitFor(async () => {
    const row = await it.deps.workerDb
      .selectFrom('messages')
      .select('state')
      .where('lead_message_id', '=', _id)
      .executeTakeFirstOrThrow()
    return row.state === 'failed'
  })
  expect(provider.to(phone)).toEqual([])
})

test('a message that is to be looked at again stays due, though a look that began before decides that it waits', async () => {
  const { businessId, owner, lead } = await world()
  const { _id } = await write(owner, lead._id, { sendAt: new Date(time + 60_000).toISOString() })
  const due = await it.deps.workerDb.transaction().execute(async (tx) => {
    const row = () => tx.selectFrom('messages').select(['id', 'due_at']).where('lead_message_id', '=', _id)
    const { id } = await row().executeTakeFirstOrThrow()
    await hastenToLeads(tx, [businessId])
    await updateToLead(tx, id, { state: 'queued', dueAt: new Date(time + 60_000), isTry: false })
    return (await row().executeTakeFirstOrThrow()).due_at
  })
  expect(due).toBe('-infinity')
})

describe('who sees what', () => {
  test('a masked partner reads what they wrote themselves, by templates only, and sees no phone', async () => {
    const { owner, lead, member, campaignId, reply, phone } = await world()
    const { _id: messageId } = await write(owner, lead._id)
    await reply(`Call me on ${phone}`)
    const partner = await member('Affiliate', [campaignId])
    const template = await aTemplate(owner, 'Is {{lead.phone}} your number, {{lead.name}}?')
    expect((await thread(partner, lead._id)).messages).toHaveLength(2)
    await it.send(businessRoutes.change, owner, { body: { masksContacts: true } })
    const seen = await thread(partner, lead._id)
    expect(seen).toMatchObject({ messages: [], maySend: true, templatesOnly: true })
    expect(seen.channels.map(({ channel }) => channel)).toContain('sms')
    expect(JSON.stringify(seen)).not.toContain(phone)
    expect(refusal(await send(partner, lead._id)).status).toBe(403)
    for (const route of [conversationRoutes.cancel, conversationRoutes.retry])
      expect(refusal(await it.send(route, partner, { params: { id: lead._id, messageId } })).code).toBe(
        'message_not_found',
      )
    const sent = await byTemplate(partner, lead._id, template)
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    expect(JSON.stringify(sent.body)).not.toContain(phone.slice(4))
    await inState(owner, lead._id, 'sent', 'your number')
    expect(provider.to(phone).map(({ body }) => body)).toContain(`Is ${phone} your number, ${lead.name}?`)
    expect((await thread(partner, lead._id)).messages).toMatchObject([
      { text: `Is 0•-•••-${phone.slice(-4)} your number, ${lead.name}?` },
    ])
    expect((await it.send(conversationRoutes.list, partner, { query: {} })).body.conversations).toEqual([])
    expect(JSON.stringify((await history(partner, lead._id)).body)).not.toContain(phone)
  })

  test('an advertisement is sent again by members who may advertise alone', async () => {
    const { owner, lead, member, campaignId } = await world()
    const writer = await member('Writer', [campaignId])
    const { _id: messageId, state } = await write(owner, lead._id, { purpose: 'advertising' })
    expect(state).toBe('failed')
    const retry = (as: Owner) => it.send(conversationRoutes.retry, as, { params: { id: lead._id, messageId } })
    expect(refusal(await retry(writer)).status).toBe(403)
    expect((await retry(owner)).status).toBe(200)
  })

  test('a template is sent as its own channel and purpose alone, with no text beside it', async () => {
    const { owner, lead } = await world()
    const template = await aTemplate(owner, 'Hello {{lead.name}}')
    const issuesOf = async (body: object) => refusal(await byTemplate(owner, lead._id, template, body)).issues
    expect(await issuesOf({ text: 'And more' })).toHaveProperty('text')
    expect(await issuesOf({ channel: 'email' })).toHaveProperty('channel')
    expect(await issuesOf({ purpose: 'advertising' })).toHaveProperty('purpose')
    expect(
      refusal(await byTemplate(owner, lead._id, template, { template: { _id: template, language: 'he' } })).code,
    ).toBe('message_template_language')
    const other = await world()
    const foreign = await aTemplate(other.owner, 'Hello')
    expect(refusal(await byTemplate(owner, lead._id, foreign)).code).toBe('message_template_not_found')
  })

  test('a member kept to own leads sees and answers theirs only', async () => {
    const { owner, lead, member, campaignId, reply } = await world()
    const writer = await member('Writer', [campaignId])
    const own = await add(owner, { campaignId, assignedTo: writer.userId })
    await write(owner, lead._id)
    await reply('Hello')
    await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly: true } })
    const listed = async () =>
      (await it.send(conversationRoutes.list, writer, { query: { show: 'all' } })).body.conversations.map(
        (one) => one.lead._id,
      )
    expect(await listed()).toEqual([])
    expect(refusal(await send(writer, lead._id))).toMatchObject({ status: 404, code: 'lead_not_found' })
    await write(writer, own._id, { text: 'Mine' })
    expect(await listed()).toEqual([own._id])
  })
})
