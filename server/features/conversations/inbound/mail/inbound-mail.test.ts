import { createTransport } from 'nodemailer'
import type Mail from 'nodemailer/lib/mailer/index.js'
import { describe, expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import { fileRoutes } from '#contract/files/files.ts'
import { conversationRoutes } from '#contract/leads/conversations/conversations.ts'
import { freePort } from '../../../../platform/free-port.ts'
import { testConversations } from '../../../../testing/features/test-conversations.ts'
import { smsAccount } from '../../../../testing/sms-account.ts'
import { testApp } from '../../../../testing/test-app.ts'
import { refusal } from '../../../../testing/test-leads.ts'
import { testSmtp } from '../../../../testing/test-smtp.ts'
import { requireAddressee } from './inbound-mail.service.ts'
import { tokenIn } from './reply-addresses.ts'

const NOON = Date.parse('2026-11-24T10:00:00Z')
const port = await freePort()
const [outside, texts] = [await testSmtp(), await smsAccount()]
const it = await testApp({
  env: {
    ...{ SMTP_URL: outside.url, MAIL_FROM: 'leads@leadline.test', DEMO: '1', SIP_TRUNK: '' },
    ...{ MAIL_IN_DOMAIN: 'in.leadline.test', MAIL_IN_PORT: String(port) },
  },
  exchange: () => texts.account,
  now: () => new Date(NOON),
})
const { world, write, inState, thread, consents, add, remove } = testConversations(it, texts)
const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })

const letter = { channel: 'email', subject: 'Your offer', text: 'The offer is ready' } as const
/** A lead that got a mail; `answer` is its answer, as the lead's mail program sends it. */
async function answering() {
  const at = await world()
  await write(at.owner, at.lead._id, letter)
  await inState(at.owner, at.lead._id, 'sent')
  const to = outside.to(at.email)[0]?.headers['reply-to'] ?? ''
  const answer = (mail: Mail.Options) => transport.sendMail({ from: at.email, to, subject: 'Re: Your offer', ...mail })
  const received = async () =>
    (await thread(at.owner, at.lead._id)).messages.filter(({ direction }) => direction === 'in')
  return { ...at, to, answer, received }
}
const codeOf = (sending: Promise<unknown>) =>
  sending.then(
    () => 250,
    (error: { responseCode?: number }) => error.responseCode,
  )

describe('an answer by mail', () => {
  test('is a message of the conversation, without the mail that it quotes', async () => {
    const { owner, lead, email, to, answer, received } = await answering()
    expect(to).toMatch(/^reply\+[a-z2-7]{26}@in\.leadline\.test$/)
    expect((await thread(owner, lead._id)).channels.find(({ channel }) => channel === 'email')).toMatchObject({
      ...{ receivesReplies: true, repliesTo: null },
    })
    await answer({
      text: 'מעולה, מתי?\n\nבתאריך יום ג׳, 24 בנוב׳ 2026 ב-12:00 מאת ‪Leadline‬‏ <x@y.test>:\n> The offer is ready',
    })
    expect(await received()).toMatchObject([
      {
        channel: 'email',
        address: email,
        subject: 'Re: Your offer',
        text: 'מעולה, מתי?',
        state: 'received',
        hasPage: true,
      },
    ])
    const [waiting] = (await it.send(conversationRoutes.list, owner, { query: {} })).body.conversations
    expect(waiting).toMatchObject({ lead: { _id: lead._id }, isUnread: true })
  })

  test('is stored once, however often it is delivered', async () => {
    const { answer, received } = await answering()
    const mail = { messageId: '<one@example.test>', text: 'Yes' }
    await Promise.all([answer(mail), answer(mail)])
    await answer(mail)
    expect(await received()).toHaveLength(1)
  })

  test('in windows-1255 is read right, and HTML becomes text', async () => {
    const { email, to, received } = await answering()
    const raw = Buffer.concat([
      Buffer.from(`From: ${email}\r\nTo: ${to}\r\nSubject: =?windows-1255?Q?=F9=EC=E5=ED?=\r\n`),
      Buffer.from('Content-Type: text/html; charset=windows-1255\r\nContent-Transfer-Encoding: 8bit\r\n\r\n<p>'),
      Buffer.from([0xf9, 0xec, 0xe5, 0xed]),
      Buffer.from('<br>&amp; <b>bye</b></p><script>alert(1)</script>\r\n'),
    ])
    await transport.sendMail({ envelope: { from: email, to }, raw })
    expect(await received()).toMatchObject([{ subject: 'שלום', text: 'שלום\n& bye' }])
  })

  test('brings its attachments to the lead’s files, and says which were not kept', async () => {
    const { owner, lead, answer, received } = await answering()
    const attachments = [
      { filename: 'תוכנית.txt', content: 'The plan' },
      { filename: 'setup.exe', content: 'MZ..' },
    ]
    await answer({ text: 'See the plan', attachments })
    const [message] = await received()
    expect(message?.attachments).toEqual([
      { fileId: expect.any(String), name: 'תוכנית.txt', bytes: 8, refusal: null },
      { fileId: null, name: 'setup.exe', bytes: 4, refusal: 'type' },
    ])
    const { body } = await it.send(fileRoutes.list, owner, { params: { id: lead._id } })
    expect(body.files).toMatchObject([{ name: 'תוכנית.txt', by: null, bytes: 8 }])
  })

  test('whose picture is no part of its page brings it as a file', async () => {
    const { answer, received } = await answering()
    const picture = {
      filename: 'kitchen.png',
      content: Buffer.alloc(700_000, 1),
      cid: 'kitchen',
      contentType: 'image/png',
    }
    await answer({ html: '<p>The kitchen <img src="cid:kitchen"> 50% Placid:50%</p>', attachments: [picture] })
    expect((await received())[0]?.attachments).toMatchObject([{ name: 'kitchen.png', bytes: 700_000 }])
  })

  test('from another address withdraws the lead’s own e-mail, and gives no consent', async () => {
    const { owner, lead, email, to } = await answering()
    const from = 'dana@work.example.test'
    await transport.sendMail({ from, to, subject: 'x', text: 'start' })
    expect((await consents(owner, lead._id)).acts).toEqual([])
    await transport.sendMail({ from, to, subject: 'x', text: 'stop' })
    const { states } = await consents(owner, lead._id)
    expect(states).toContainEqual(
      expect.objectContaining({ channel: 'email', purpose: 'advertising', state: 'withdrawn' }),
    )
    await inState(owner, lead._id, 'sent')
    expect(outside.to(email)).toHaveLength(2)
  })

  test('that is only a word of withdrawal withdraws from advertising, and one mail confirms it', async () => {
    const { owner, lead, email, answer } = await answering()
    await answer({ text: 'הסר' })
    const { states } = await consents(owner, lead._id)
    expect(states).toContainEqual(
      expect.objectContaining({ channel: 'email', purpose: 'advertising', state: 'withdrawn' }),
    )
    await inState(owner, lead._id, 'sent')
    expect(outside.to(email)).toHaveLength(2)
  })

  test('of a merged lead arrives at the lead that was kept', async () => {
    const { owner, lead, campaignId, answer } = await answering()
    const kept = await add(owner, { campaignId })
    const body = { winnerId: kept._id, leadIds: [lead._id], fields: {} }
    expect((await it.send(duplicateRoutes.merge, owner, { body })).status).toBe(200)
    await answer({ text: 'Still me' })
    expect((await thread(owner, kept._id)).messages.at(-1)).toMatchObject({ text: 'Still me' })
  })
})

describe('what is not stored', () => {
  test.each([
    ['auto-submitted', 'auto-replied'],
    ['precedence', 'bulk'],
    ['x-auto-response-suppress', 'All'],
    ['list-id', '<news.example.test>'],
  ])('automatic mail with %s is dropped', async (name, value) => {
    const { answer, received } = await answering()
    await answer({ text: 'I am away', headers: { [name]: value } })
    expect(await received()).toEqual([])
  })

  test('reports of mail servers are dropped', async () => {
    const { to, received } = await answering()
    await transport.sendMail({ envelope: { from: '', to }, raw: 'Subject: Undelivered\r\n\r\nNo such person' })
    expect(await received()).toEqual([])
  })

  test('an unknown address, another domain and the address of a deleted lead are refused for good', async () => {
    const { owner, lead, to, answer } = await answering()
    expect(await codeOf(answer({ to: 'reply+aaaaaaaaaaaaaaaaaaaaaaaaaa@in.leadline.test', text: 'x' }))).toBe(550)
    expect(await codeOf(answer({ to: to.replace('in.', 'other.'), text: 'x' }))).toBe(550)
    expect((await remove(owner, [lead._id])).status).toBe(200)
    expect(await codeOf(answer({ text: 'x' }))).toBe(550)
  })

  test('a mail that would take minutes to read is read in part, or refused for good', async () => {
    const { answer, received, email, to } = await answering()
    const hostile = [
      { html: '<br '.repeat(400_000) },
      { html: `${'<div>'.repeat(200_000)}${'</i>'.repeat(200_000)}` },
      { text: `Hello\n>${' '.repeat(1_000_000)}\u2028x` },
      { text: `x`, attachments: [{ filename: `a${'.'.repeat(200_000)}a`, content: 'x' }] },
    ]
    for (const mail of hostile) expect([250, 554]).toContain(await codeOf(answer(mail)))
    expect((await received()).length).toBeGreaterThan(0)
    let nested = 'Content-Type: text/plain\r\n\r\nx\r\n'
    for (let i = 0; i < 300; i++)
      nested = `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n${nested}\r\n--b${i}--\r\n`
    const raw = `From: ${email}\r\n${nested}`
    expect([250, 554]).toContain(await codeOf(transport.sendMail({ envelope: { from: email, to }, raw })))
  }, 60_000)

  test('more than sixty in an hour wait at the sender', async () => {
    const { to, answer, received } = await answering()
    const token = tokenIn('in.leadline.test', to) ?? ''
    for (let i = 0; i < 59; i++) await requireAddressee(it.deps, token)
    expect(await codeOf(answer({ text: 'The last' }))).toBe(250)
    expect(await codeOf(answer({ text: 'One more' }))).toBe(451)
    expect(await received()).toHaveLength(1)
  })
})

describe('the page of a mail', () => {
  const pageOf = async (of: Awaited<ReturnType<typeof answering>>, images: '0' | '1' = '0') => {
    const [message] = await of.received()
    const params = { id: of.lead._id, messageId: message?._id ?? '' }
    const { body } = await it.send(conversationRoutes.page, of.owner, { params, query: { images } })
    const reply = await it.app.inject({ url: body.url })
    return { ...body, html: reply.body, policy: String(reply.headers['content-security-policy']) }
  }

  test('has no script, no form and no address that runs one; pictures of others only if asked for', async () => {
    const of = await answering()
    const html = `<p onclick="steal()">Hello</p><script>steal()</script><a href="javascript:steal()">x</a><a href="https://green.example.test">y</a>
      <img src="https://tracker.example.test/a.gif"><iframe src="https://evil.example.test"></iframe>
      <form action="https://evil.example.test"><input name="password"></form><svg onload="steal()"></svg>`
    await of.answer({ html })
    const page = await pageOf(of)
    expect(page.html).toContain('<p>Hello</p>')
    expect(page.html).toContain('<a href="https://green.example.test" target="_blank" rel="noopener noreferrer">')
    expect(page.html).not.toMatch(/steal|<iframe|<form|<input|<svg|<script/)
    expect(page.hasRemoteImages).toBe(true)
    expect(page.policy).toContain("default-src 'none'")
    expect(page.policy).toContain('img-src data:;')
    expect(page.policy).toMatch(/sandbox (?!.*allow-scripts)/)
    expect((await pageOf(of, '1')).policy).toContain('img-src data: https:;')
  })

  test('contains its own pictures, which are no files of the lead', async () => {
    const of = await answering()
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await of.answer({
      html: '<p>Logo <img src="cid:logo"></p>',
      attachments: [{ filename: 'logo.png', content: picture, cid: 'logo', contentDisposition: 'inline' }],
    })
    expect((await pageOf(of)).html).toContain('src="data:image/png;base64,')
    expect((await of.received())[0]?.attachments).toEqual([])
  })

  test('is not for partners who see masked contacts', async () => {
    const of = await answering()
    await of.answer({ html: '<p>Call me</p>' })
    const [message] = await of.received()
    const partner = await of.member('Affiliate', [of.campaignId])
    await it.send(businessRoutes.change, of.owner, { body: { masksContacts: true } })
    const params = { id: of.lead._id, messageId: message?._id ?? '' }
    expect(refusal(await it.send(conversationRoutes.page, partner, { params, query: {} })).code).toBe(
      'message_not_found',
    )
  })
})
