import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { fileRoutes } from '#contract/files/files.ts'
import { conversationRoutes } from '#contract/leads/conversations/conversations.ts'
import { testConversations } from '../../testing/features/test-conversations.ts'
import { whatsAppBox } from '../../testing/features/test-whatsapp.ts'
import { smsAccount } from '../../testing/sms-account.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { refusal } from '../../testing/test-leads.ts'
import { testSmtp } from '../../testing/test-smtp.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { sendDueToLeads } from './sending/delivery.ts'

const NOON = Date.parse('2026-11-24T10:00:00Z')
const [sms, mails] = [await smsAccount(), await testSmtp()]
const meta = await whatsAppBox({ now: () => NOON })
const it = await testApp({
  env: { ...meta.env, SMTP_URL: mails.url, MAIL_FROM: 'leads@leadline.test' },
  now: () => new Date(NOON),
  exchange: () => sms.account,
})
meta.use(it)
const { world, send, write, inState, thread, add } = testConversations(it, sms)
const { box } = meta

const PDF = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF\n', 'latin1')
const addFile = async (as: Credentials, leadId: string, name: string, content = PDF) => {
  const file = new File([new Uint8Array(content)], name)
  const reply = await it.send(fileRoutes.add, as, { params: { id: leadId }, file } as never)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body.file._id
}
const filesOf = async (as: Credentials, id: string) =>
  (await it.send(fileRoutes.list, as, { params: { id } })).body.files

/** A lead who just wrote to the connected number. */
async function talking() {
  const at = await world()
  const { account } = await meta.connected(at.owner)
  const says = (content: { type: string; [kind: string]: unknown }) =>
    box.receive(account.phoneNumberId, { from: at.phone, content })
  await says({ type: 'text', text: { body: 'Hello' } })
  await waitFor(async () => (await thread(at.owner, at.lead._id)).messages.length === 1)
  const last = (is: (text: string, names: string[]) => boolean) =>
    waitFor(async () =>
      (await thread(at.owner, at.lead._id)).messages.find(({ text, attachments }) =>
        is(
          text,
          attachments.map(({ name }) => name),
        ),
      ),
    )
  return { ...at, account, says, last }
}

describe('what a lead sends by WhatsApp', () => {
  test('a document becomes a file of the lead, with its words and its name', async () => {
    const at = await talking()
    const id = box.accounts.addMedia({ type: 'application/pdf', name: 'x', content: PDF })
    const document = { id, mime_type: 'application/pdf', filename: 'plan.pdf', caption: 'Our plan' }
    await at.says({ type: 'document', document })
    const { attachments } = await at.last((text) => text === 'Our plan')
    const [file] = await filesOf(at.owner, at.lead._id)
    expect(file).toMatchObject({ name: 'plan.pdf', bytes: PDF.length, by: null })
    expect(attachments).toEqual([{ fileId: file?._id, name: 'plan.pdf', bytes: PDF.length, refusal: null }])
  })

  test('a file that WhatsApp does not hand out is named, and one whose load broke off comes later', async () => {
    const at = await talking()
    await at.says({ type: 'image', image: { id: '404404404404', mime_type: 'image/jpeg' } })
    const { attachments } = await at.last((_, names) => names.includes('whatsapp-image.jpg'))
    expect(attachments).toMatchObject([{ fileId: null, refusal: 'unavailable' }])
    const id = box.accounts.addMedia({ type: 'application/pdf', name: 'x', content: PDF })
    box.fail(new RegExp(`^GET ${id}$`), 'silent')
    await at.says({ type: 'document', document: { id, mime_type: 'application/pdf', filename: 'late.pdf' } })
    const late = await at.last((_, names) => names.includes('late.pdf'))
    expect(late.attachments).toMatchObject([{ refusal: null, bytes: PDF.length }])
  })

  test('buttons, places, contacts and reactions have words; what is not known stays without any', async () => {
    const at = await talking()
    await at.says({ type: 'button', button: { text: 'Yes please', payload: 'P' } })
    await at.says({ type: 'location', location: { latitude: 32.07, longitude: 34.78, name: 'Office' } })
    await at.says({ type: 'contacts', contacts: [{ name: { formatted_name: 'Avi' }, phones: [{ phone: '0501' }] }] })
    await at.says({ type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '👍' } })
    await at.says({ type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '' } })
    await at.says({ type: 'unsupported', errors: [{ code: 131_051 }] })
    await at.says({ type: 'text', text: { body: 'Bye \u0000' } })
    await at.last((text) => text === 'Bye')
    const { messages } = await thread(at.owner, at.lead._id)
    expect(messages.map(({ text }) => text)).toEqual([
      ...['Hello', 'Yes please', 'Office\nhttps://maps.google.com/?q=32.07,34.78', 'Avi 0501', '👍', '', 'Bye'],
    ])
  })
})

describe('files that are sent along', () => {
  test('go with a mail, under their names, and stand with the message', async () => {
    const at = await talking()
    const files = [await addFile(at.owner, at.lead._id, 'הצעה.pdf'), await addFile(at.owner, at.lead._id, 'b.pdf')]
    const letter = { channel: 'email', subject: 'Your offer', text: 'See the files', files } as const
    const written = await write(at.owner, at.lead._id, { ...letter, files })
    expect(written.attachments.map(({ name }) => name)).toEqual(['הצעה.pdf', 'b.pdf'])
    await inState(at.owner, at.lead._id, 'sent')
    const mail = await PostalMime.parse(mails.to(at.email)[0]?.raw ?? '')
    const sent = mail.attachments.map(({ filename, mimeType, content }) => [
      ...[filename, mimeType, Buffer.from(content as ArrayBuffer).equals(PDF)],
    ])
    expect(sent).toEqual([
      ['הצעה.pdf', 'application/pdf', true],
      ['b.pdf', 'application/pdf', true],
    ])
  })

  test('one goes by WhatsApp, with or without words', async () => {
    const at = await talking()
    const file = await addFile(at.owner, at.lead._id, 'plan.pdf')
    await write(at.owner, at.lead._id, { channel: 'whatsapp', text: undefined, files: [file] })
    await inState(at.owner, at.lead._id, 'delivered')
    await write(at.owner, at.lead._id, { channel: 'whatsapp', text: 'Once more', files: [file] })
    await inState(at.owner, at.lead._id, 'delivered', 'Once more')
    expect(box.to(at.phone)).toMatchObject([
      { type: 'document', text: '' },
      { type: 'document', text: 'Once more' },
    ])
    expect(box.accounts.findMedia(box.to(at.phone)[0]?.media ?? '')?.content).toEqual(PDF)
  })

  test('of another lead, too many or of a type that WhatsApp does not take are refused', async () => {
    const at = await talking()
    const other = await add(at.owner, { campaignId: at.campaignId })
    const [own, foreign, archive] = [
      await addFile(at.owner, at.lead._id, 'a.pdf'),
      await addFile(at.owner, other._id, 'b.pdf'),
      await addFile(at.owner, at.lead._id, 'c.gz', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])),
    ]
    const byWhatsApp = (files: string[]) => send(at.owner, at.lead._id, { channel: 'whatsapp', text: 'x', files })
    expect(refusal(await byWhatsApp([foreign]))).toMatchObject({ status: 404, code: 'file_not_found' })
    expect((await byWhatsApp([own, archive])).status).toBe(422)
    expect(refusal(await byWhatsApp([archive]))).toMatchObject({ status: 409, code: 'file_not_for_channel' })
    expect((await send(at.owner, at.lead._id, { channel: 'sms', files: [own] })).status).toBe(422)
    expect((await thread(at.owner, at.lead._id)).messages).toHaveLength(1)
  })

  test('a file that was deleted before it left keeps the message from leaving without it', async () => {
    const at = await talking()
    const file = await addFile(at.owner, at.lead._id, 'a.pdf')
    const sendAt = new Date(NOON + 60_000).toISOString()
    await write(at.owner, at.lead._id, { channel: 'email', subject: 'S', text: 'Later', files: [file], sendAt })
    await it.send(fileRoutes.remove, at.owner, { params: { id: at.lead._id, fileId: file } })
    await it.deps.workerDb
      .updateTable('lead_messages')
      .set({ send_at: null })
      .where('business_id', '=', at.businessId)
      .execute()
    await it.deps.workerDb
      .updateTable('messages')
      .set({ due_at: new Date(NOON).toISOString() })
      .where('business_id', '=', at.businessId)
      .execute()
    await sendDueToLeads(it.deps)
    expect(await inState(at.owner, at.lead._id, 'failed')).toMatchObject({ reason: 'file_gone' })
    expect(mails.to(at.email)).toEqual([])
  })
})

describe('a message is sent once', () => {
  test('a lost answer of Meta is not known and not repeated; the report says that it was taken', async () => {
    const at = await talking()
    box.fail(/\/messages$/, 'silent')
    await write(at.owner, at.lead._id, { channel: 'whatsapp', text: 'Only once' })
    await inState(at.owner, at.lead._id, 'delivered', 'Only once')
    await sendDueToLeads(it.deps)
    expect(box.to(at.phone)).toHaveLength(1)
  })

  test('without a report it stays not known until a person repeats it', async () => {
    const at = await talking()
    const { callback } = at.account
    at.account.callback = null
    box.fail(/\/messages$/, 'silent')
    await write(at.owner, at.lead._id, { channel: 'whatsapp', text: 'Silence' })
    const unknown = await inState(at.owner, at.lead._id, 'unknown', 'Silence')
    await sendDueToLeads(it.deps)
    expect(box.to(at.phone)).toHaveLength(1)
    at.account.callback = callback
    const params = { id: at.lead._id, messageId: unknown._id }
    const retries = await Promise.all([1, 2].map(() => it.send(conversationRoutes.retry, at.owner, { params })))
    expect(retries.map(({ status }) => status).sort()).toEqual([200, 409])
    await inState(at.owner, at.lead._id, 'delivered', 'Silence')
    expect(box.to(at.phone)).toHaveLength(2)
  })

  test('while Meta is busy it waits in the queue; what Meta refuses fails with its code', async () => {
    const at = await talking()
    box.fail(/\/messages$/, { status: 429, code: 130_429 })
    await write(at.owner, at.lead._id, { channel: 'whatsapp', text: 'Busy' })
    await waitFor(async () => {
      const row = await it.deps.workerDb
        .selectFrom('messages')
        .select(['attempts', 'state'])
        .where('business_id', '=', at.businessId)
        .where('channel', '=', 'whatsapp')
        .executeTakeFirst()
      return row?.attempts === 1 && row.state === 'queued'
    })
    expect(box.to(at.phone)).toEqual([])
    box.fail(/\/messages$/, { status: 400, code: 131_051, message: 'Unsupported message type' })
    await write(at.owner, at.lead._id, { channel: 'whatsapp', text: 'Refused' })
    expect(await inState(at.owner, at.lead._id, 'failed', 'Refused')).toMatchObject({
      ...{ reason: 'refused', errorCode: 131_051 },
    })
  })
})
