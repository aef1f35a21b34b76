import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type TakenSms = { sid: string; to: string; from: string; body: string; statusHook: string }
type Refusal = { status: number; code: number; message: string }

/** A fake SMS provider with the vendor's API that stores what it gets. */
export async function smsAccount() {
  const account = { accountSid: `AC${'2'.repeat(32)}`, authToken: 'token of the account for messages' }
  const taken: TakenSms[] = []
  const refusals = new Map<string, Refusal>()
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
    const answer = (status: number, body: object) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const right = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')}`
    const refusal = refusals.get(form.get('To') ?? '')
    if (request.headers.authorization !== right) return answer(401, { code: 20_003, message: 'Authenticate' })
    if (request.url !== `/2010-04-01/Accounts/${account.accountSid}/Messages.json`)
      return answer(404, { code: 20_404, message: 'Not found' })
    if (refusal) return answer(refusal.status, refusal)
    const sms: TakenSms = {
      sid: `SM${randomBytes(16).toString('hex')}`,
      to: form.get('To') ?? '',
      from: form.get('From') ?? '',
      body: form.get('Body') ?? '',
      statusHook: (form.get('StatusCallback') ?? '').split('#')[0] ?? '',
    }
    taken.push(sms)
    answer(201, { sid: sms.sid, status: 'queued', num_segments: '3' })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterAll(() => void server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    account: { ...account, baseUrl, phones: undefined, softphoneKey: () => undefined },
    /** All received messages. */
    taken: taken as readonly TakenSms[],
    to: (phone: string) => taken.filter((sms) => sms.to === phone),
    refuse: (phone: string, refusal: Refusal | undefined) =>
      void (refusal ? refusals.set(phone, refusal) : refusals.delete(phone)),
  }
}
