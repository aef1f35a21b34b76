import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { signHook } from '../../providers/twilio/signature.ts'
import { smsAccount } from '../../testing/sms-account.ts'
import { testApp } from '../../testing/test-app.ts'
import { nextPhone, testLeads } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { queueMessage } from './messages.service.ts'

const provider = await smsAccount()
const { accountSid, authToken } = provider.account
const it = await testApp({ env: { DEMO: '1' }, exchange: () => provider.account })
const { add, get, history, page } = testLeads(it)
const { deps } = it

type Form = Record<string, string>
const aSid = () => `SM${randomBytes(16).toString('hex')}`
/** Sends a webhook as the provider does. `address` is a full address or a path. */
async function hook(address: string, form: Form, { token = authToken, headers = {} as Form } = {}) {
  const path = address.replace(it.env.publicUrl, '')
  const fields = { AccountSid: accountSid, ...form }
  const reply = await it.app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signHook(token, it.env.publicUrl + path, Object.entries(fields)),
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  })
  return { status: reply.statusCode, body: reply.body, type: reply.headers['content-type'] }
}
const queue = (recipient: string, body = 'Your code is 123456') =>
  queueMessage(deps.tenants.pool, { businessId: null, kind: 'code', channel: 'sms', recipient, body })
const rowOf = (recipient: string) =>
  deps.workerDb
    .selectFrom('messages')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
const inState = (recipient: string, state: string) =>
  waitFor(async () => {
    const row = await rowOf(recipient)
    return row.state === state && row
  })

describe('an outgoing message', () => {
  test('is sent through the account under our name, and reports update its delivery state', async () => {
    const to = nextPhone()
    await queue(to, 'קוד הכניסה שלך: 123456')
    const row = await inState(to, 'sent')
    const [sms] = provider.to(to)
    if (!sms) throw new Error('not sent')
    expect(sms).toMatchObject({ from: 'Leadline', body: 'קוד הכניסה שלך: 123456' })
    expect(row).toMatchObject({ provider_sid: sms.sid, segments: 3, delivery: 'queued', error_code: null })
    const report = async (status: string, more: Form = {}) => {
      const reply = await hook(sms.statusHook, { MessageSid: sms.sid, MessageStatus: status, ...more })
      expect([reply.status, reply.body]).toEqual([200, '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'])
      return (await rowOf(to)).delivery
    }
    expect(await report('sending')).toBe('sending')
    expect(await report('delivered')).toBe('delivered')
    // Late and repeated reports do not replace the state.
    expect(await report('sent')).toBe('delivered')
    expect(await report('failed', { ErrorCode: '30003' })).toBe('delivered')
    expect(await report('delivered')).toBe('delivered')
    expect((await rowOf(to)).error_code).toBeNull()
    expect(await report('read')).toBe('read')
  })

  test('that was not delivered has the reason', async () => {
    const to = nextPhone()
    await queue(to)
    await inState(to, 'sent')
    const [sms] = provider.to(to)
    const form = { MessageSid: sms?.sid ?? '', MessageStatus: 'undelivered', ErrorCode: '30006' }
    await hook(sms?.statusHook ?? '', form)
    await hook(sms?.statusHook ?? '', { ...form, MessageStatus: 'delivered', ErrorCode: '' })
    expect(await rowOf(to)).toMatchObject({ state: 'sent', delivery: 'undelivered', error_code: 30_006 })
    const outbox = await it.app.inject({ url: '/dev/outbox', headers: { host: 'localhost' } })
    expect(outbox.body).toContain('<span>undelivered</span><span>error 30006</span>')
  })

  test('to a phone that opted out is refused once by the provider and then by us, until the phone opts in again', async () => {
    const to = nextPhone()
    provider.refuse(to, { status: 400, code: 21_610, message: 'Attempt to send to unsubscribed recipient' })
    await queue(to)
    expect(await inState(to, 'failed')).toMatchObject({ error_code: 21_610, attempts: 1, body: null })
    provider.refuse(to, undefined)
    await queue(to)
    await waitFor(async () => (await rowOf(to)).error === 'The receiver has opted out')
    expect(provider.to(to)).toHaveLength(0)
    await hook('/hooks/sms/platform/inbound', { MessageSid: aSid(), From: to, To: 'Leadline', Body: ' START' })
    await queue(to)
    await waitFor(() => provider.to(to).length === 1)
    await hook('/hooks/sms/platform/inbound', { MessageSid: aSid(), From: to, To: 'Leadline', Body: 'הסר' })
    await queue(to)
    await waitFor(async () => (await rowOf(to)).state === 'failed')
    expect(provider.to(to)).toHaveLength(1)
  })

  test('stays readable in the outbox when the exchange does not reply', async () => {
    const to = nextPhone()
    provider.refuse(to, { status: 503, code: 20_500, message: 'Away' })
    await queue(to)
    expect(await inState(to, 'sent')).toMatchObject({ body: 'Your code is 123456', segments: 1, delivery: null })
  })
})

/** Creates a number of a business, and a sender. */
async function aNumber({ state = 'active', isPlaced = true } = {}) {
  const business = await it.newBusiness()
  const { db, businessId, campaignId } = business
  const connectionId = newId()
  const account = { provider: 'local', account: accountSid }
  await db
    .insertInto('connections')
    .values({ business_id: businessId, id: connectionId, ...account })
    .execute()
  const phone = `+97255555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`
  await db
    .insertInto('virtual_numbers')
    .values({
      business_id: businessId,
      id: newId(),
      connection_id: connectionId,
      campaign_id: isPlaced ? campaignId : null,
      phone,
      provider_sid: 'PN1',
      state,
      routing: '{}',
    })
    .execute()
  const owner = await business.member('Owner')
  const write = (from: string, body: string, sid = aSid()) =>
    hook(`/hooks/sms/${connectionId}/inbound`, { MessageSid: sid, From: from, To: phone, Body: body })
  const leads = async () => (await page(owner, { limit: 100 })).body.leads
  return { ...business, connectionId, phone, owner, write, leads }
}

describe('a message to a virtual number', () => {
  test('creates a lead in the number’s campaign, once for all reports of it', async () => {
    const { owner, write, leads, campaignId } = await aNumber()
    const [from, sid] = [nextPhone(), aSid()]
    const text = 'שלום, אשמח להצעת מחיר\0 😀'
    const replies = await Promise.all([write(from, text, sid), write(from, text, sid), write(from, text, sid)])
    expect(replies.map(({ status, type }) => [status, type])).toEqual(Array(3).fill([200, 'text/xml; charset=utf-8']))
    const [lead, ...others] = await leads()
    expect(others).toEqual([])
    expect(lead).toMatchObject({ phone: from, source: 'sms', campaignId, isRead: false })
    const { body } = await history(owner, lead?._id ?? '')
    expect(JSON.stringify(body)).toContain('שלום, אשמח להצעת מחיר 😀')
  })

  test('that is longer than the limit is not cut through a character', async () => {
    const { owner, write, leads } = await aNumber()
    expect((await write(nextPhone(), `${'x'.repeat(3_999)}😀`)).status).toBe(200)
    const [lead] = await leads()
    const { body } = await history(owner, lead?._id ?? '')
    expect(JSON.stringify(body)).toContain(`${'x'.repeat(3_999)}\ufffd"`)
  })

  test('from a known phone is a repeat enquiry with its text in the history', async () => {
    const { owner, write, leads, campaignId } = await aNumber()
    const from = nextPhone()
    const known = await add(owner, { campaignId, phone: from })
    await write(from, 'Are you open on Friday?')
    expect((await leads()).map(({ _id }) => _id)).toEqual([known._id])
    const { body } = await history(owner, known._id)
    expect(JSON.stringify(body)).toContain('Are you open on Friday?')
    expect((await get(owner, known._id)).body.lead.source).not.toBe('sms')
  })

  test('also reaches the business for a while after the number was released', async () => {
    const { write, leads } = await aNumber({ state: 'quarantined' })
    await write(nextPhone(), 'Hello?')
    expect(await leads()).toHaveLength(1)
  })

  test('from a blacklisted or withheld number, or to a number without a campaign, creates no lead', async () => {
    const { write, leads, db, businessId, campaignId } = await aNumber()
    const [number, over] = [nextPhone(), nextPhone()]
    const entry = (values: { kind: string; phone: string; campaign_id?: string; expires_at?: string }) =>
      db
        .insertInto('blacklist')
        .values({ business_id: businessId, id: newId(), ...values })
        .execute()
    await entry({ kind: 'number', phone: number, campaign_id: campaignId })
    await entry({ kind: 'prefix', phone: '+44207' })
    await entry({ kind: 'number', phone: over, expires_at: '2020-01-01T00:00:00Z' })
    await write(number, 'Buy!')
    await write('+442071234567', 'Buy!')
    await write('anonymous', 'Buy!')
    await write('MyBank', 'Your code')
    expect(await leads()).toEqual([])
    await write(over, 'I am back')
    expect(await leads()).toHaveLength(1)
    const unplaced = await aNumber({ isPlaced: false })
    await unplaced.write(nextPhone(), 'Hello')
    expect(await unplaced.leads()).toEqual([])
  })
})

test('a hook without the account’s signature changes nothing', async () => {
  const { connectionId, phone, leads } = await aNumber()
  const other = await aNumber()
  const path = `/hooks/sms/${connectionId}/inbound`
  const form = { MessageSid: aSid(), From: nextPhone(), To: phone, Body: 'Hello' }
  const statuses = [
    await hook(path, form, { token: 'another' }),
    await hook(path, form, { headers: { 'x-twilio-signature': '' } }),
    await hook(path, { ...form, AccountSid: `AC${'9'.repeat(32)}` }),
    await hook(`/hooks/sms/${newId()}/inbound`, form),
    await hook('/hooks/sms/unknown/inbound', form),
    await hook(
      '/hooks/sms/platform/status?message=1',
      { MessageSid: aSid(), MessageStatus: 'sent' },
      { token: 'another' },
    ),
  ].map(({ status }) => status)
  expect(statuses).toEqual([403, 403, 403, 404, 404, 403])
  // The number belongs to another account.
  await hook(`/hooks/sms/${other.connectionId}/inbound`, form)
  expect([await leads(), await other.leads()]).toEqual([[], []])
})
