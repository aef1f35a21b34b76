import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { type SmsProvider, SmsRefused } from '../../providers/sms/sms.ts'
import { openTwilioVoice } from '../../providers/twilio/twilio.ts'
import { isUnreached, NeverSent } from '../../providers/unreached.ts'
import { testApp } from '../../testing/test-app.ts'
import { deliverDueMessages } from '../messages/delivery.ts'
import { queueMessages } from '../messages/messages.service.ts'
import { findLimits } from './operator.ts'

const it = await testApp({ env: { SMS_PER_BUSINESS: '10', SMS_PER_DAY: '100', SMS_PER_DAY_FOR_CODES: '10' } })
const DAY_MS = 86_400_000
let day = 0
let phones = 0

/** Sends texts to as many phones on their own day, by the given provider; returns their states. */
async function send(bodies: string[], act: SmsProvider['send'] = async () => ({ how: 'sent' })) {
  day += 1
  const at = new Date(Date.now() + day * DAY_MS)
  const { businessId } = await it.newBusiness()
  const recipients = bodies.map(() => `+97254${String(5_000_000 + ++phones)}`)
  // Due on that day, so that the running server does not send them.
  const messages = bodies.map((body, i) => ({
    ...{ businessId, kind: 'notice' as const, channel: 'sms' as const, recipient: recipients[i] ?? '', body },
    dueAt: new Date(at.getTime() + i * 60_000),
  }))
  await queueMessages(it.deps.workerDb, messages)
  const sms: SmsProvider = {
    ...{ isAvailable: true, sender: 'Leadline', takesSender: true, account: () => undefined },
    send: act,
  }
  let minutes = 0
  const given = { ...it.deps, sms, now: () => new Date(at.getTime() + minutes * 60_000), onError: () => undefined }
  // One by one, because messages due together are sent in any order.
  for (; minutes < bodies.length; minutes++) await deliverDueMessages(given)
  const used = await it.deps.workerDb
    .selectFrom('ceiling_uses')
    .select('used')
    .where('holder', '=', `business:${businessId}`)
    .executeTakeFirst()
  const rows = await it.deps.workerDb
    .selectFrom('messages')
    .select(['state', 'refusal'])
    .where('business_id', '=', businessId)
    .orderBy('recipient')
    .execute()
  return { used: used?.used ?? 0, rows, given }
}

const letters = (count: number, letter: string) => letter.repeat(count)
test.each([
  ['160 letters of the GSM alphabet go alone', letters(160, 'a'), 1],
  ['of 161 two parts have 153 each', letters(161, 'a'), 2],
  ['306 letters fill two parts', letters(306, 'a'), 2],
  ['307 letters need a third', letters(307, 'a'), 3],
  ['80 letters of the extension table are 160 places', letters(10, '€[]{}~^|'), 1],
  ['one backslash more makes 162', `${letters(10, '€[]{}~^|')}\\`, 2],
  ['70 Hebrew letters go alone', letters(70, 'ש'), 1],
  ['71 are two parts of 67', letters(71, 'ש'), 2],
  ['135 are three', letters(135, 'ש'), 3],
  ['one Hebrew letter makes 71 of 70 Latin ones dear', `${letters(70, 'a')}ש`, 2],
  ['35 emoji are 70 units', letters(35, '😀'), 1],
  ['36 are 72', letters(36, '😀'), 2],
  ['an emoji is not cut in two: 66, 67 and 1', `${letters(66, 'ש')}😀${letters(66, 'ש')}`, 3],
])('%s', async (_, text, segments) => {
  expect((await send([text])).used).toBe(segments)
})

test('a long message that does not fit below the ceiling is kept with its reason, a short one after it still goes', async () => {
  // Nine of ten are used: two parts are too many, one is not.
  const { used, rows } = await send([letters(9 * 67, 'ש'), letters(71, 'ש'), letters(70, 'ש')])
  expect(rows).toEqual([
    { state: 'sent', refusal: null },
    { state: 'failed', refusal: 'sms_limit_business' },
    { state: 'sent', refusal: null },
  ])
  expect(used).toBe(10)
})

test('the operator reads them in segments', async () => {
  const { given } = await send([letters(135, 'ש'), letters(135, 'ש')])
  const lines = await findLimits(given)
  expect(lines).toContainEqual(expect.stringMatching(/^SMS_PER_DAY {2}6 of 100 segments \(6 %\), 10 for codes alone$/))
  expect(lines).toContainEqual(expect.stringMatching(/^SMS_PER_BUSINESS .* 6 of 10 segments \(60 %\)$/))
})

test('uses of messages that were certainly not sent are returned, of possibly sent ones not', async () => {
  const text = letters(135, 'ש')
  const failing = (error: Error) => send([text], () => Promise.reject(error))
  expect(await failing(new NeverSent('connect ECONNREFUSED'))).toMatchObject({ used: 0, rows: [{ state: 'queued' }] })
  expect(await failing(new SmsRefused('wrong number', 21211))).toMatchObject({ used: 0, rows: [{ state: 'failed' }] })
  expect(await failing(new Error('It did not answer in time'))).toMatchObject({ used: 3, rows: [{ state: 'queued' }] })
})

test('only a provider without an established connection was certainly not reached', async () => {
  const server = createServer((request) => request.socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const reach = async (baseUrl: string) => {
    const account = { baseUrl, accountSid: `AC${'1'.repeat(32)}`, authToken: 'x' }
    const provider = openTwilioVoice({ ...account, kind: 'twilio', softphoneKey: () => undefined })
    const error = await provider
      .sendSms({ from: '+972541234567', to: '+972541234568', text: 'x', statusHook: 'https://leads.example.test' })
      .catch((thrown: unknown) => thrown)
    return isUnreached(error)
  }
  expect(await reach(`http://127.0.0.1:${port}`)).toBe(false)
  await new Promise((resolve) => server.close(resolve))
  expect(await reach(`http://127.0.0.1:${port}`)).toBe(true)
  expect(await reach(`http://localhost:${port}`)).toBe(true)
  expect(await reach('http://unknown.invalid')).toBe(true)

  const failed = (syscall: string, code: string) => Object.assign(new Error(code), { syscall, code })
  const [refused, broken] = [failed('connect', 'ECONNREFUSED'), failed('read', 'ECONNRESET')]
  const late = Object.assign(new Error('late'), { code: 'UND_ERR_CONNECT_TIMEOUT' })
  expect([refused, failed('getaddrinfo', 'EAI_AGAIN'), failed('connect', 'ETIMEDOUT'), late].map(isUnreached)).toEqual([
    ...[true, true, true, true],
  ])
  expect(isUnreached(new AggregateError([refused, refused]))).toBe(true)
  const unsure = [broken, new AggregateError([refused, broken]), new AggregateError([]), new Error('aborted'), 'text']
  expect(unsure.map(isUnreached)).toEqual([false, false, false, false, false])
})
