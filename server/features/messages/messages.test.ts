import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { testApp } from '../../testing/test-app.ts'
import { nextPhone } from '../../testing/test-leads.ts'
import { testSmtp } from '../../testing/test-smtp.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { deliverDueMessages } from './delivery.ts'
import { composeMail } from './messages.rules.ts'
import { queueMessage } from './messages.service.ts'

const smtp = await testSmtp()
let skipped = 0
const { deps } = await testApp({
  env: { SMTP_URL: smtp.url, MAIL_FROM: 'Leadline <leads@leadline.test>', DEMO: '1' },
  now: () => new Date(Date.now() + skipped),
})
const skip = (minutes: number) => {
  skipped += minutes * 60_000
}
const anAddress = () => `${newId()}@example.test`
const db = deps.tenants.pool
const queue = (recipient: string, values = {}) =>
  queueMessage(db, {
    businessId: null,
    kind: 'code',
    channel: 'mail',
    recipient,
    subject: 'Subject',
    body: 'Body',
    ...values,
  })
const rowOf = (recipient: string) =>
  deps.workerDb.selectFrom('messages').selectAll().where('recipient', '=', recipient).executeTakeFirstOrThrow()
const inState = (recipient: string, state: string) =>
  waitFor(async () => {
    const row = await rowOf(recipient)
    return row.state === state && row
  })
const triedTimes = (recipient: string, times: number) =>
  waitFor(() => smtp.tried.filter((address) => address === recipient).length === times)

test('a mail is sent as text and HTML, and its content is deleted after sending', async () => {
  const to = anAddress()
  const content = { title: 'קוד', paragraphs: ['שורה <ראשונה>'], code: '123456', note: 'סוף' }
  await queue(to, {
    subject: 'נושא ארוך מאוד עם 123456 שצריך להישבר לכמה שורות 😀',
    ...composeMail({ language: 'he', ...content }),
  })
  const mail = await waitFor(() => smtp.to(to)[0])
  expect(mail.subject).toBe('נושא ארוך מאוד עם 123456 שצריך להישבר לכמה שורות 😀')
  expect(mail.text.trim()).toBe('קוד\n\nשורה <ראשונה>\n\n123456\n\n--\nסוף')
  expect(mail.html).toContain('<html lang="he" dir="rtl">')
  expect(mail.html).toContain('שורה &lt;ראשונה&gt;')
  const row = await inState(to, 'sent')
  expect(mail.headers['message-id']).toBe(`<${row.id}@leadline.test>`)
  expect(row).toMatchObject({ subject: null, body: null, html: null, attempts: 1, error: null })
})

test('a message of a failed transaction is not sent; of two with one key only the first is', async () => {
  const [never, once] = [anAddress(), anAddress()]
  const failing = db.transaction().execute(async (tx) => {
    await queueMessage(tx, { businessId: null, kind: 'code', channel: 'mail', recipient: never, body: 'Body' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const dedupeKey = newId()
  await queue(once, { subject: 'First', dedupeKey })
  await queue(once, { subject: 'Second', dedupeKey })
  await inState(once, 'sent')
  expect(smtp.to(once).map(({ subject }) => subject)).toEqual(['First'])
  expect(smtp.to(never)).toEqual([])
})

test('a message that one process is sending is not sent by another', async () => {
  const to = anAddress()
  await queue(to)
  let isOver = false
  const first = deliverDueMessages(deps).finally(() => {
    isOver = true
  })
  while (!isOver) await deliverDueMessages(deps)
  await first
  await inState(to, 'sent')
  expect(smtp.to(to)).toHaveLength(1)
  expect(await rowOf(to)).toMatchObject({ attempts: 1 })
})

test('a line break in a subject adds no header', async () => {
  const to = anAddress()
  await queue(to, { subject: 'Lead\r\nBcc: other@example.test' })
  const mail = await waitFor(() => smtp.to(to)[0])
  expect(mail.subject).toBe('Lead Bcc: other@example.test')
  expect(mail.headers.bcc).toBeUndefined()
  expect(mail.to).toEqual([to])
})

test('a temporary refusal is retried after 1, 5, 30, 120 and 480 minutes, then the message fails', async () => {
  const to = anAddress()
  smtp.refuse(to, 451)
  await queue(to)
  for (const [tries, minutes] of [1, 5, 30, 120, 480].entries()) {
    await triedTimes(to, tries + 1)
    const failed = await waitFor(async () => {
      const row = await rowOf(to)
      return row.error?.includes('Not now') && row
    })
    expect(failed.state).toBe('queued')
    expect(Date.parse(failed.due_at) - deps.now().getTime()).toBeLessThanOrEqual(minutes * 60_000)
    // Clears the error, so that the next failure can be recognised by its error.
    await deps.workerDb.updateTable('messages').set({ error: null }).where('recipient', '=', to).execute()
    skip(minutes - 0.2)
    await new Promise((resolve) => setTimeout(resolve, 700))
    await triedTimes(to, tries + 1)
    skip(0.3)
  }
  const row = await inState(to, 'failed')
  expect(row).toMatchObject({ attempts: 6, body: null })
  expect(row.error).toMatch(/Not now/)
})

test('a permanent refusal is not retried; a later acceptance is sent', async () => {
  const [refused, delayed] = [anAddress(), anAddress()]
  smtp.refuse(refused, 550)
  smtp.refuse(delayed, 450, 1)
  await queue(refused)
  await queue(delayed)
  expect((await inState(refused, 'failed')).attempts).toBe(1)
  await waitFor(async () => (await rowOf(delayed)).error)
  skip(1)
  expect((await inState(delayed, 'sent')).error).toBeNull()
  expect(smtp.to(delayed)).toHaveLength(1)
})

test('without a provider the message stays readable in the outbox', async () => {
  const recipient = nextPhone()
  await queue(recipient, { channel: 'sms', subject: undefined, body: 'Your code is 123456' })
  expect(await inState(recipient, 'sent')).toMatchObject({ body: 'Your code is 123456' })
})
