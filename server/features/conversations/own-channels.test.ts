import { expect, test, vi } from 'vitest'
import { conversationRoutes } from '#contract/leads/conversations/conversations.ts'
import { channelRoutes } from '#contract/leads/messages/channels.ts'
import { newId } from '../../platform/ids.ts'
import { testConversations } from '../../testing/features/test-conversations.ts'
import { smsAccount } from '../../testing/sms-account.ts'
import { testApp } from '../../testing/test-app.ts'
import { aRouting } from '../../testing/test-numbers.ts'
import { testSmtp } from '../../testing/test-smtp.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { updateAccount } from '../billing/accounts.queries.ts'
import { requireAccount } from '../billing/billing.service.ts'

const NOON = Date.parse('2026-11-24T10:00:00Z')
const users = { office: 'secret word' }
const [installation, own] = [await testSmtp(), await testSmtp({ security: 'starttls', users })]
const texts = await smsAccount()
const it = await testApp({
  env: {
    SMTP_URL: installation.url,
    MAIL_FROM: 'leads@leadline.test',
    DEMO: '1',
    SIP_TRUNK: '',
    OUTBOUND_ALLOW: 'localhost',
  },
  exchange: () => texts.account,
  now: () => new Date(NOON),
})
const { world, write, inState, thread, consents } = testConversations(it, texts)
type World = Awaited<ReturnType<typeof world>>

const connect = async ({ owner }: World) => {
  const account = {
    host: 'localhost',
    port: own.port,
    security: 'starttls',
    user: 'office',
    password: users.office,
  } as const
  const body = { ...account, fromName: 'Green Gardens', fromAddress: `office-${newId()}@green.test` } as const
  const { status, body: reply } = await it.send(channelRoutes.connectMail, owner, { body })
  expect(status, JSON.stringify(reply)).toBe(200)
  return body
}
const letter = { channel: 'email', subject: 'Your offer', text: 'The offer is ready' } as const

test('an e-mail to a lead leaves through the business’s own mail server, under the sender that was entered there', async () => {
  const at = await world()
  const { fromAddress } = await connect(at)
  await write(at.owner, at.lead._id, letter)
  await inState(at.owner, at.lead._id, 'sent')
  expect(installation.to(at.email)).toEqual([])
  const [mail, ...more] = own.to(at.email)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ from: fromAddress, user: 'office', isSecure: true, subject: 'Your offer' })
  expect(mail?.headers.from).toBe(`Green Gardens <${fromAddress}>`)
})

test('without one it leaves through the installation, as it does for other businesses', async () => {
  const [at, other] = [await world(), await world()]
  await connect(other)
  await write(at.owner, at.lead._id, letter)
  await inState(at.owner, at.lead._id, 'sent')
  expect([installation.to(at.email).length, own.to(at.email).length]).toEqual([1, 0])
})

test('what the own server refuses fails with the reason; while it cannot be reached, the message waits for it', async () => {
  const at = await world()
  const { fromAddress } = await connect(at)
  own.refuse(at.email, 550, 1)
  await write(at.owner, at.lead._id, letter)
  expect(await inState(at.owner, at.lead._id, 'failed')).toMatchObject({ reason: 'refused' })
  own.refuse(fromAddress, 451, 1)
  await write(at.owner, at.lead._id, { ...letter, text: 'Once more' })
  await inState(at.owner, at.lead._id, 'queued', 'Once more')
  expect(installation.to(at.email)).toEqual([])
})

test('a fault before the mail server is asked leaves the message in the queue', async () => {
  const at = await world()
  const find = it.deps.channels.mailTransportOf
  let isAway = true
  vi.spyOn(it.deps.channels, 'mailTransportOf').mockImplementation(async (businessId) => {
    if (!isAway || businessId !== at.businessId) return find(businessId)
    isAway = false
    throw new Error('The database went away')
  })
  const { _id } = await write(at.owner, at.lead._id, letter)
  const queued = () =>
    it.deps.workerDb.selectFrom('messages').select(['id', 'attempts']).where('lead_message_id', '=', _id)
  await waitFor(async () => (await queued().executeTakeFirst())?.attempts === 1)
  await inState(at.owner, at.lead._id, 'queued')
  await it.deps.workerDb
    .updateTable('messages')
    .set({ due_at: '2000-01-01' })
    .where('lead_message_id', '=', _id)
    .execute()
  await inState(at.owner, at.lead._id, 'sent')
  expect(installation.to(at.email)).toHaveLength(1)
})

test('a suspended business sends no text messages, and goes on with mail', async () => {
  const at = await world()
  await requireAccount(it.deps, at.businessId)
  await updateAccount(it.deps.workerDb, at.businessId, { state: 'suspended' })
  await write(at.owner, at.lead._id, { text: 'The offer is ready' })
  expect(await inState(at.owner, at.lead._id, 'failed')).toMatchObject({ reason: 'business_suspended' })
  expect(texts.to(at.phone)).toEqual([])
  await write(at.owner, at.lead._id, letter)
  await inState(at.owner, at.lead._id, 'sent')
})

test('a text message leaves from the number that the business chose, until the lead writes to another', async () => {
  const at = await world()
  const chosen = { id: newId(), phone: `+97235550${String(Math.trunc(Math.random() * 9_000) + 1_000)}` }
  const { db, businessId, connectionId } = at
  await db
    .insertInto('virtual_numbers')
    .values({
      ...{
        business_id: businessId,
        id: chosen.id,
        connection_id: connectionId,
        campaign_id: null,
        phone: chosen.phone,
      },
      ...{ provider_sid: 'PN2', state: 'active', sms: true, routing: JSON.stringify(aRouting()) },
    })
    .execute()
  await it.send(channelRoutes.chooseSms, at.owner, { body: { numberId: chosen.id } })
  expect((await thread(at.owner, at.lead._id)).channels[0]).toMatchObject({
    sender: chosen.phone,
    receivesReplies: true,
  })
  await write(at.owner, at.lead._id, { text: 'First' })
  await inState(at.owner, at.lead._id, 'sent', 'First')
  expect(texts.to(at.phone).at(-1)).toMatchObject({ from: chosen.phone, body: 'First' })
  await at.reply('I write to the number of the campaign')
  await write(at.owner, at.lead._id, { text: 'Second' })
  await inState(at.owner, at.lead._id, 'sent', 'Second')
  expect(texts.to(at.phone).at(-1)).toMatchObject({ from: at.number, body: 'Second' })
  await at.reply('הסר', { to: chosen.phone })
  expect((await thread(at.owner, at.lead._id)).messages.map(({ text }) => text)).toContain('הסר')
  const { states } = await consents(at.owner, at.lead._id)
  expect(states).toContainEqual(expect.objectContaining({ channel: 'sms', purpose: 'advertising', state: 'withdrawn' }))
  const reply = await it.send(conversationRoutes.list, at.owner, { query: { show: 'all' } })
  expect(reply.body.conversations.map((one) => one.lead._id)).toEqual([at.lead._id])
})
