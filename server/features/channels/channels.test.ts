import { describe, expect, test } from 'vitest'
import { channelRoutes as routes } from '#contract/leads/messages/channels.ts'
import { newId } from '../../platform/ids.ts'
import { signHook } from '../../providers/twilio/signature.ts'
import { smsAccount } from '../../testing/sms-account.ts'
import { testApp } from '../../testing/test-app.ts'
import { nextPhone, refusal } from '../../testing/test-leads.ts'
import { testNumber } from '../../testing/test-numbers.ts'
import { testSmtp } from '../../testing/test-smtp.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { queueMessage } from '../messages/messages.service.ts'

const users = { office: 'secret word' }
const [installation, starttls, tls] = [
  await testSmtp(),
  await testSmtp({ security: 'starttls', users }),
  await testSmtp({ security: 'tls', users }),
]
const texts = await smsAccount()
const it = await testApp({
  env: {
    SMTP_URL: installation.url,
    MAIL_FROM: 'Leadline <leads@leadline.test>',
    DEMO: '1',
    OUTBOUND_ALLOW: 'localhost',
  },
  exchange: () => texts.account,
})
const { deps } = it

type Loose = Record<string, unknown>
const settings = (changes: Loose = {}) => ({
  ...{ host: 'localhost', port: starttls.port, security: 'starttls', user: 'office', password: users.office },
  ...{ fromName: 'Green Gardens', fromAddress: `office-${newId()}@green.test` },
  ...changes,
})

async function owned() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const connect = (changes: Loose = {}) => it.send(routes.connectMail, owner, { body: settings(changes) as never })
  const connected = async (changes: Loose = {}) => {
    const reply = await connect(changes)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return reply.body.connection
  }
  const list = async () => (await it.send(routes.list, owner, {})).body
  const sendTest = (id: string) => it.send(routes.test, owner, { params: { id } })
  /** Queues a message to a lead, and waits until it was tried. */
  const toLead = async (channel: 'mail' | 'sms', recipient: string, isToLead = true) => {
    const message = { channel, recipient, subject: 'שלום', body: 'שלום מהגינה', kind: 'notice', isToLead } as const
    await queueMessage(business.db, { businessId: business.businessId, ...message })
    return waitFor(async () => {
      const found = deps.workerDb.selectFrom('messages').selectAll().where('recipient', '=', recipient)
      const row = await found.executeTakeFirstOrThrow()
      return (row.state !== 'queued' || row.error !== null) && row
    })
  }
  return { ...business, owner, connect, connected, list, sendTest, toLead }
}
const anAddress = () => `${newId()}@example.test`

describe('a mail server of the business', () => {
  test.each([
    ['after STARTTLS', starttls, 'starttls'],
    ['with TLS from the first byte', tls, 'tls'],
  ] as const)('is tried, sends a test mail %s, and then the mail to leads', async (_, server, security) => {
    const { connected, sendTest, toLead, list } = await owned()
    const { port } = server
    const { _id, settings: stored, state, lastSuccessAt } = await connected({ port, security })
    expect(stored).toMatchObject({ host: 'localhost', port, user: 'office', hasPassword: true })
    expect(JSON.stringify(await list())).not.toContain(users.office)
    expect([state, lastSuccessAt !== null]).toEqual(['active', true])

    const { to } = (await sendTest(_id)).body
    const [mail] = server.to(to)
    expect(mail).toMatchObject({ from: stored.fromAddress, isSecure: true, user: 'office' })
    expect(mail?.headers.from).toBe(`Green Gardens <${stored.fromAddress}>`)

    const lead = anAddress()
    expect((await toLead('mail', lead)).state).toBe('sent')
    expect(server.to(lead)[0]).toMatchObject({ from: stored.fromAddress, text: expect.stringContaining('שלום מהגינה') })
    expect(installation.to(lead)).toEqual([])
  })

  test('sends no notices to the team, and no mail of other businesses', async () => {
    const [one, other] = [await owned(), await owned()]
    await one.connected()
    const [member, lead] = [anAddress(), anAddress()]
    await one.toLead('mail', member, false)
    await other.toLead('mail', lead)
    expect([installation.to(member).length, installation.to(lead).length]).toEqual([1, 1])
    expect([...starttls.to(member), ...starttls.to(lead)]).toEqual([])
  })

  test('that refuses the password is not stored, and the refusal says why', async () => {
    const { connect, list } = await owned()
    const reply = await connect({ password: 'wrong' })
    expect(refusal(reply)).toMatchObject({ status: 409, code: 'mail_sign_in_refused' })
    expect(reply.body).toHaveProperty('message', expect.stringContaining('535'))
    expect((await list()).connections).toEqual([])
    expect(refusal(await connect({ password: '' })).issues).toHaveProperty('password')
  })

  test('gets no password without encryption', async () => {
    const { connect } = await owned()
    expect(refusal(await connect({ security: 'none' })).issues).toHaveProperty('security')
    // The installation's server in this test has no encryption.
    const plain = await connect({ port: installation.port, security: 'starttls', user: '', password: undefined })
    expect(refusal(plain).code).toBe('mail_server_tls')
    const open = await connect({ port: installation.port, security: 'none', user: '', password: undefined })
    expect(open.body.connection.settings.hasPassword).toBe(false)
  })

  test('keeps its password when other settings change, but not for another server', async () => {
    const { connected, connect } = await owned()
    const before = await connected()
    const after = await connected({ password: undefined, fromName: 'Gardens' })
    expect([after._id, after.settings.fromName]).toEqual([before._id, 'Gardens'])
    const elsewhere = await connect({ password: undefined, port: tls.port, security: 'tls' })
    expect(refusal(elsewhere).issues).toHaveProperty('password')
  })

  test('that does not accept the sender fails, keeps the mail for later, and its card says so', async () => {
    const { connected, toLead, list, sendTest } = await owned()
    const { _id, settings } = await connected()
    starttls.refuse(settings.fromAddress, 451, 1)
    expect((await toLead('mail', anAddress())).state).toBe('queued')
    const [failing] = (await list()).connections
    expect(failing).toMatchObject({ state: 'failing', lastFailure: { reason: 'sender' } })
    expect(failing?.lastFailure?.words).toContain('Not this sender')
    // A success ends the failure.
    await sendTest(_id)
    expect((await list()).connections[0]).toMatchObject({ state: 'active', lastFailure: null })
  })

  test('a refused recipient says nothing about the account', async () => {
    const { connected, toLead, list } = await owned()
    await connected()
    const lead = anAddress()
    starttls.refuse(lead, 550)
    expect((await toLead('mail', lead)).state).toBe('failed')
    expect((await list()).connections[0]?.state).toBe('active')
  })

  test('after it is disconnected, the installation sends again and its secrets are gone', async () => {
    const { connected, owner, toLead, list, db, businessId } = await owned()
    const { _id } = await connected()
    const params = { id: _id }
    expect((await it.send(routes.disconnect, owner, { params })).status).toBe(200)
    expect((await it.send(routes.disconnect, owner, { params })).status).toBe(404)
    expect(await list()).toMatchObject({
      connections: [],
      installationMail: 'Leadline <leads@leadline.test>',
      receivesMail: false,
    })
    const row = await db.selectFrom('connections').select('secrets').where('business_id', '=', businessId).execute()
    expect(row).toEqual([{ secrets: {} }])
    const lead = anAddress()
    await toLead('mail', lead)
    expect(installation.to(lead).length).toBe(1)
  })

  test('is never one of the server’s own network, whatever its name resolves to', async () => {
    const { connect } = await owned()
    const inside = ['127.0.0.1', '[::1]', '10.0.0.1', '169.254.169.254', '2130706433', 'localhost.localdomain']
    for (const host of inside) {
      const reply = refusal(await connect({ host, port: 587 }))
      expect([host, reply.status]).toEqual([host, 409])
      expect(['mail_server_not_public', 'mail_server_unreachable']).toContain(reply.code)
    }
    expect(refusal(await connect({ host: '127.0.0.1', port: 587 })).code).toBe('mail_server_not_public')
    expect(refusal(await connect({ host: '203.0.113.5', port: 6379 })).code).toBe('mail_server_not_public')
  })

  test('may be tried ten times in ten minutes, whatever came of it', async () => {
    const { connect } = await owned()
    for (let i = 0; i < 10; i += 1) expect((await connect({ host: '127.0.0.1', port: 25 })).status).toBe(409)
    expect((await connect()).status).toBe(429)
  })
})

describe('text messages to leads', () => {
  test('come from the chosen number of the business, and reports reach its messages alone', async () => {
    const it1 = await owned()
    const { owner, toLead, campaignId } = it1
    const { numberId, phone } = await testNumber(it, { ...it1, campaignId })
    await it1.db.updateTable('virtual_numbers').set({ sms: true }).where('id', '=', numberId).execute()
    const choose = (id: string | null) => it.send(routes.chooseSms, owner, { body: { numberId: id } })
    const before = (await it.send(routes.sms, owner, {})).body.sms
    expect(before).toMatchObject({ numberId: null, installation: 'Leadline', numbers: [{ _id: numberId, phone }] })

    const first = nextPhone()
    await toLead('sms', first)
    expect(texts.to(first)[0]?.from).toBe('Leadline')

    expect((await choose(numberId)).body.sms.numberId).toBe(numberId)
    const second = nextPhone()
    const sent = await toLead('sms', second)
    expect(texts.to(second)[0]?.from).toBe(phone)
    expect(texts.to(second)[0]?.statusHook).toMatch(/\/hooks\/sms\/[0-9a-f-]{36}\/status\?message=/)
    expect(sent.state).toBe('sent')
    expect((await it.send(routes.sms, owner, {})).body.sms.lastSuccessAt).not.toBeNull()

    const report = async (path: string, messageId: string) => {
      const { accountSid, authToken } = texts.account
      const form = { AccountSid: accountSid, MessageSid: sent.provider_sid ?? '', MessageStatus: 'delivered' }
      const url = `${path}?message=${messageId}`
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signHook(authToken, it.env.publicUrl + url, Object.entries(form)),
      }
      const payload = new URLSearchParams(form).toString()
      expect((await it.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200)
      const row = deps.workerDb.selectFrom('messages').select('delivery').where('id', '=', sent.id)
      return (await row.executeTakeFirstOrThrow()).delivery
    }
    const other = await owned()
    const theirs = await testNumber(it, { ...other, campaignId: null })
    expect(await report(`/hooks/sms/${theirs.connectionId}/status`, sent.id)).toBe('queued')
    const ours = new URL(texts.to(second)[0]?.statusHook ?? '').pathname
    expect(await report(ours, sent.id)).toBe('delivered')

    // Codes and notices keep the installation's sender.
    const third = nextPhone()
    await toLead('sms', third, false)
    expect(texts.to(third)[0]?.from).toBe('Leadline')
  })

  test('need a number that sends them', async () => {
    const it1 = await owned()
    const { numberId } = await testNumber(it, { ...it1, campaignId: null })
    const reply = await it.send(routes.chooseSms, it1.owner, { body: { numberId } })
    expect(refusal(reply).code).toBe('sms_number_not_found')
  })
})
