import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { queueMessage } from '../messages/messages.service.ts'

const { app, deps } = await testApp({ own: true })
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'localhost:3000', ...headers } })
const body = 'Open https://leads.test/a?b=1&c=2 <script>alert(1)</script>'
await queueMessage(deps.tenants.pool, {
  businessId: null,
  kind: 'code',
  channel: 'mail',
  recipient: 'a@b.test',
  subject: 'Hello <b>',
  body,
})

test('the outbox shows what would have been sent, links as links and everything else as text', async () => {
  const { statusCode, headers, body: page } = await get('/dev/outbox')
  expect(statusCode).toBe(200)
  expect(page).toContain('<a dir="ltr" href="https://leads.test/a?b=1&amp;c=2">')
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).toContain('Hello &lt;b&gt;')
  expect(page).not.toContain('<script')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect((await get('/dev/outbox.json')).json()).toMatchObject({
    messages: [{ channel: 'mail', recipient: 'a@b.test', body }],
  })
})

test('it answers only requests from this machine', async () => {
  for (const headers of [
    { host: 'leads.example.com' },
    { 'x-forwarded-for': '1.2.3.4' },
    { forwarded: 'for=1.2.3.4' },
  ] as const) {
    for (const url of ['/dev/outbox', '/dev/outbox.json'])
      expect((await get(url, headers as never)).statusCode).toBe(404)
  }
})

test('it exists only if the environment opens it', async () => {
  const closed = await testApp({ env: { PUBLIC_URL: 'https://leads.example.com' } })
  expect((await closed.app.inject({ url: '/dev/outbox', headers: { host: 'localhost' } })).statusCode).toBe(404)
  const [mail, sms] = [closed.deps.mail.isAvailable, closed.deps.sms.isAvailable]
  expect({ mail, sms }).toEqual({ mail: false, sms: false })
})

test('each message has the direction of its language, regardless of its first letters', async () => {
  const sms = { businessId: null, kind: 'code', channel: 'sms', recipient: '+972724440001' } as const
  await queueMessage(deps.tenants.pool, { ...sms, body: 'Leadline: הקוד שלך הוא 123456.', language: 'he' })
  await queueMessage(deps.tenants.pool, { ...sms, body: 'דנה: your code is 123456', language: 'en' })
  await queueMessage(deps.tenants.pool, { ...sms, body: 'Words of the sender' })
  const { body: page } = await get('/dev/outbox')
  expect(page).toContain('<pre dir="rtl">Leadline: הקוד שלך')
  expect(page).toContain('<pre dir="ltr">דנה: your code')
  expect(page).toContain('<pre dir="auto">Words of the sender')
})
