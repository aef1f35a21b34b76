import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import twilio from 'twilio'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { VoiceError, type VoiceProvider } from '../voice/voice.ts'
import { openTwilioVoice, twilioSoftphoneKey } from './twilio.ts'

const SID = `AC${'0'.repeat(32)}`
const account = `/2010-04-01/Accounts/${SID}`

type Answer = { status?: number; body?: unknown; type?: string; headers?: Record<string, string>; cut?: true }
/** Answers by method and path; any other request fails the test. */
let answers: Record<string, Answer> = {}
let asked: { line: string; form: Record<string, string | string[]>; authorization: string | undefined }[] = []
const server = createServer((request, response) => void reply(request, response))

async function reply(request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const sent = request.method === 'POST' ? Buffer.concat(chunks).toString() : query
  const form: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(sent))
    form[name] = name in form ? [form[name] ?? '', value].flat() : value
  const line = `${request.method} ${path.replace(account, '')}`
  asked.push({ line, form, authorization: request.headers.authorization })
  const { status = 200, body, type = 'application/json', headers, cut } = answers[line] ?? { status: 599 }
  if (cut) return request.socket.destroy()
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body ?? {}))
}

let voice: VoiceProvider
let baseUrl = ''
beforeAll(async () => {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const softphoneKey = () => undefined
  voice = openTwilioVoice({ kind: 'twilio', baseUrl, accountSid: SID, authToken: 'the token', softphoneKey })
})
afterAll(() => new Promise((done) => server.close(done)))
beforeEach(() => {
  answers = {}
  asked = []
})

const hooks = {
  name: 'Winter',
  voice: 'https://a.example/hooks/voice/c/inbound',
  voiceFallback: 'https://a.example/hooks/voice/c/fallback',
  status: 'https://a.example/hooks/voice/c/status',
  sms: 'https://a.example/hooks/sms/c/inbound',
}
const fault = async (act: Promise<unknown>) => {
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof VoiceError)) throw new Error(`not a VoiceError: ${error}`)
  return [error.fault, error.vendorCode, error.message]
}

test('every request bears the account and its secret', async () => {
  answers['GET /IncomingPhoneNumbers.json'] = { body: { incoming_phone_numbers: [] } }
  await voice.checkAccount()
  const authorization = `Basic ${Buffer.from(`${SID}:the token`).toString('base64')}`
  expect(asked).toEqual([{ line: 'GET /IncomingPhoneNumbers.json', form: { PageSize: '1' }, authorization }])
})

test('what is sold in the country is asked, not known', async () => {
  answers['GET /AvailablePhoneNumbers/IL.json'] = {
    body: { subresource_uris: { local: '/a', toll_free: '/b', machine_to_machine: '/c' } },
  }
  expect(await voice.listKinds()).toEqual(['local', 'tollFree'])
})

test('free numbers of an area, with their abilities in whatever letters', async () => {
  answers['GET /AvailablePhoneNumbers/IL/Local.json'] = {
    body: {
      available_phone_numbers: [
        {
          phone_number: '+97235550123',
          locality: 'Tel Aviv',
          address_requirements: 'none',
          capabilities: { SMS: true },
        },
        { phone_number: '+97245550123', locality: 'Haifa', address_requirements: 'none', capabilities: { sms: true } },
        { phone_number: '+97235559123', locality: '', address_requirements: 'local', capabilities: { sms: false } },
      ],
    },
  }
  const found = await voice.searchNumbers({ kind: 'local', area: '03', ending: '123', limit: 20 })
  expect(found).toEqual([
    { phone: '+97235550123', locality: 'Tel Aviv', kind: 'local', sms: true, needsAddress: false },
    { phone: '+97235559123', locality: null, kind: 'local', sms: false, needsAddress: true },
  ])
  expect(asked[0]?.form).toEqual({ Contains: '9723****123', VoiceEnabled: 'true', PageSize: '20' })
  answers['GET /AvailablePhoneNumbers/IL/TollFree.json'] = { body: {} }
  expect(await voice.searchNumbers({ kind: 'tollFree', area: '1800', limit: 5 })).toEqual([])
  expect(asked[1]?.form.Contains).toBe('9721800******')
})

test('a number is bought, found again, configured and given back', async () => {
  const owned = { sid: 'PN1', phone_number: '+97235550123', capabilities: { voice: true, sms: true } }
  answers['POST /IncomingPhoneNumbers.json'] = { status: 201, body: owned }
  expect(await voice.buyNumber('+97235550123', hooks)).toEqual({ sid: 'PN1', phone: '+97235550123', sms: true })
  expect(asked[0]?.form).toEqual({
    PhoneNumber: '+97235550123',
    FriendlyName: 'Winter',
    VoiceUrl: hooks.voice,
    VoiceMethod: 'POST',
    VoiceFallbackUrl: hooks.voiceFallback,
    VoiceFallbackMethod: 'POST',
    StatusCallback: `${hooks.status}#rc=2&rp=ct,rt,5xx`,
    StatusCallbackMethod: 'POST',
    SmsUrl: hooks.sms,
    SmsMethod: 'POST',
  })
  answers['GET /IncomingPhoneNumbers.json'] = {
    body: { incoming_phone_numbers: [{ ...owned, phone_number: '+972355501234' }, owned] },
  }
  expect(await voice.findNumber('+97235550123')).toMatchObject({ sid: 'PN1' })
  expect(await voice.findNumber('+97235550999')).toBeUndefined()
  answers['POST /IncomingPhoneNumbers/PN1.json'] = { body: owned }
  await voice.configureNumber('PN1', hooks)
  answers['DELETE /IncomingPhoneNumbers/PN1.json'] = { status: 404, body: { code: 20404, message: 'gone' } }
  await voice.releaseNumber('PN1')
  expect(asked.map(({ line }) => line).slice(-2)).toEqual([
    'POST /IncomingPhoneNumbers/PN1.json',
    'DELETE /IncomingPhoneNumbers/PN1.json',
  ])
})

test.each([
  [401, { code: 20003, message: 'Authenticate' }, ['credentials', 20003, 'Authenticate']],
  [400, { code: 21422, message: 'not available' }, ['taken', 21422, 'not available']],
  [400, { code: 21631, message: 'address' }, ['needs_address', 21631, 'address']],
  [400, { code: 21211, message: 'Invalid To' }, ['refused', 21211, 'Invalid To']],
  [429, { code: 20429, message: 'slow' }, ['unavailable', 20429, 'slow']],
  [500, '<html>', ['unavailable', undefined, 'HTTP 500']],
  [418, '', ['refused', undefined, 'HTTP 418']],
  [201, '<html>', ['unavailable', undefined, 'The provider answered with something else than JSON']],
])('an answer %i becomes a fault of ours', async (status, body, expected) => {
  answers['POST /IncomingPhoneNumbers.json'] = { status, body }
  expect(await fault(voice.buyNumber('+97235550123', hooks))).toEqual(expected)
})

test('no answer leaves open whether it happened; an address in an answer is not gone to', async () => {
  answers['POST /IncomingPhoneNumbers.json'] = { cut: true }
  expect((await fault(voice.buyNumber('+97235550123', hooks)))[0]).toBe('unavailable')
  const nowhere = { kind: 'twilio', accountSid: SID, authToken: 'x', softphoneKey: () => undefined } as const
  const dead = openTwilioVoice({ ...nowhere, baseUrl: 'http://127.0.0.1:9' })
  expect((await fault(dead.listKinds()))[0]).toBe('unavailable')
  answers['GET /Recordings/RE1.wav'] = { status: 302, headers: { location: `${baseUrl}/secret` } }
  expect((await fault(voice.fetchRecording('RE1', 2)))[0]).toBe('unavailable')
  expect(asked.map(({ line }) => line)).not.toContain('GET /secret')
})

test('calls are looked up with their legs', async () => {
  answers['GET /Calls/CA1.json'] = {
    body: {
      sid: 'CA1',
      status: 'completed',
      to: '+9721',
      start_time: 'Tue, 01 Nov 2016 01:59:13 +0000',
      duration: '7',
    },
  }
  expect(await voice.getCall('CA1')).toEqual({
    sid: 'CA1',
    parentSid: null,
    status: 'completed',
    to: '+9721',
    startedAt: '2016-11-01T01:59:13.000Z',
    endedAt: null,
    duration: 7,
  })
  answers['GET /Calls/CA2.json'] = { status: 404, body: { code: 20404 } }
  expect(await voice.getCall('CA2')).toBeUndefined()
  answers['GET /Calls.json'] = { body: { calls: [{ sid: 'CA3', parent_call_sid: 'CA1', status: 'busy' }] } }
  expect(await voice.listChildCalls('CA1')).toMatchObject([{ sid: 'CA3', parentSid: 'CA1', status: 'busy', to: '' }])
  expect(asked.at(-1)?.form).toEqual({ ParentCallSid: 'CA1', PageSize: '100' })
})

test('a call out names each event that it wants to hear of', async () => {
  answers['POST /Calls.json'] = { status: 201, body: { sid: 'CA4', status: 'queued' } }
  const out = { to: 'client:u_1_b2', from: '+97235550123', statusHook: 'https://a.example/s', timeoutSeconds: 20 }
  expect(await voice.startCall({ ...out, instructions: [{ verb: 'hangup' }] })).toMatchObject({ sid: 'CA4' })
  expect(asked[0]?.form).toMatchObject({
    To: 'client:u_1_b2',
    Twiml: '<?xml version="1.0" encoding="UTF-8"?><Response><Hangup/></Response>',
    StatusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
    Timeout: '20',
  })
})

test('a call out to a browser bears parameters, and asks a hook once it is answered', async () => {
  answers['POST /Calls.json'] = { status: 201, body: { sid: 'CA5', status: 'queued' } }
  const out = { to: 'client:u_1_b2', from: '+97235550123', statusHook: 'https://a.example/s', timeoutSeconds: 20 }
  const hook = 'https://a.example/answered'
  await voice.startCall({ ...out, parameters: { callId: 'K7', tab: 'T' }, instructions: { hook } })
  expect(asked[0]?.form).toMatchObject({ To: 'client:u_1_b2?callId=K7&tab=T', Url: hook, Method: 'POST' })
  expect(asked[0]?.form).not.toHaveProperty('Twiml')
})

test('a call that was started is found by its addresses and its time', async () => {
  const call = (sid: string, to: string, date_created: string, more: object = {}) => ({
    ...{ sid, to, status: 'ringing', date_created: `Tue, 01 Nov 2026 ${date_created} +0000` },
    ...more,
  })
  const calls = [
    call('CA9', 'client:u_9_b2?callId=K7', '10:00:03'),
    call('CA8', 'client:u_1_b2', '10:00:03', { parent_call_sid: 'CA1' }),
    call('CA7', 'client:u_1_b2?callId=K7', '10:00:02'),
    call('CA6', 'client:u_1_b2?callId=K6', '09:50:00'),
  ]
  answers['GET /Calls.json'] = { body: { calls } }
  const started = { to: 'client:u_1_b2', from: '+97235550123' }
  const find = (at: string) => voice.findStartedCall({ ...started, since: new Date(`2026-11-01T${at}Z`) })
  expect(await find('10:00:00')).toMatchObject({ sid: 'CA7' })
  expect(asked[0]?.form).toMatchObject({ From: '+97235550123' })
  expect(await find('10:01:00')).toBeUndefined()
})

test('a call is given other instructions, and ended, also if it has ended before', async () => {
  answers['POST /Calls/CA5.json'] = { status: 200, body: { sid: 'CA5', status: 'in-progress' } }
  await voice.updateCall('CA5', [{ verb: 'hangup' }])
  await voice.endCall('CA5')
  expect(asked.map(({ form }) => form)).toEqual([
    { Twiml: '<?xml version="1.0" encoding="UTF-8"?><Response><Hangup/></Response>' },
    { Status: 'completed' },
  ])
  const over = { code: 21220, message: 'Call is not in-progress. Cannot redirect.', status: 400 }
  answers['POST /Calls/CA5.json'] = { status: 400, body: over }
  await voice.endCall('CA5')
  expect((await fault(voice.updateCall('CA5', [{ verb: 'hangup' }]))).slice(0, 2)).toEqual(['refused', 21220])
  answers['POST /Calls/CA2.json'] = { status: 404, body: { code: 20404, message: 'gone' } }
  await voice.endCall('CA2')
  answers['POST /Calls/CA5.json'] = { status: 500, body: {} }
  expect((await fault(voice.endCall('CA5')))[0]).toBe('unavailable')
})

test('sound comes as sound or not at all', async () => {
  answers['GET /Recordings/RE1.wav'] = { type: 'audio/x-wav', body: Buffer.from('RIFF') }
  const found = await voice.fetchRecording('RE1', 2)
  expect(found?.mime).toBe('audio/x-wav')
  expect(Buffer.concat(await Array.fromAsync(found?.sound ?? [])).toString()).toBe('RIFF')
  expect(asked[0]?.form).toEqual({ RequestedChannels: '2' })
  answers['GET /Recordings/RE1.wav'] = { status: 404, body: {} }
  expect(await voice.fetchRecording('RE1', 2)).toBeUndefined()
  answers['GET /Recordings/RE1.wav'] = { type: 'text/html', body: '<html>' }
  expect((await fault(voice.fetchRecording('RE1', 2)))[0]).toBe('unavailable')
  answers['DELETE /Recordings/RE1.json'] = { status: 204, body: '' }
  await voice.deleteRecording('RE1')
})

test('a text message comes back with its parts', async () => {
  answers['POST /Messages.json'] = { status: 201, body: { sid: 'SM1', status: 'queued', num_segments: '2' } }
  const sms = { from: '+97235550123', to: '+972501111111', text: 'שלום', statusHook: 'https://a.example/s' }
  expect(await voice.sendSms(sms)).toEqual({ sid: 'SM1', status: 'queued', segments: 2 })
  expect(asked[0]?.form).toMatchObject({ From: '+97235550123', To: '+972501111111', Body: 'שלום' })
})

test('a browser’s phone gets the token that Twilio’s own package would make', () => {
  const now = new Date('2026-03-01T08:00:00Z')
  const key = {
    apiKeySid: `SK${'1'.repeat(32)}`,
    apiKeySecret: 'secret of the key',
  }
  const made = twilioSoftphoneKey(SID, key)('u_1_b2', now)
  expect(made).toMatchObject({ kind: 'twilio', expiresAt: new Date('2026-03-01T08:15:00Z') })
  const { AccessToken } = twilio.jwt
  const theirs = new AccessToken(SID, key.apiKeySid, key.apiKeySecret, { identity: 'u_1_b2', ttl: 900 })
  theirs.addGrant(new AccessToken.VoiceGrant({ incomingAllow: true }))
  const read = (token: string) =>
    token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>)
  const [header, claims] = read(made?.token ?? '')
  const [theirHeader, theirClaims] = read(theirs.toJwt())
  expect(header).toEqual(theirHeader)
  const timeless = ({ jti: _jti, iat: _iat, exp: _exp, ...rest }: Record<string, unknown> = {}) => rest
  expect(timeless(claims)).toEqual(timeless(theirClaims))
  expect(twilioSoftphoneKey(SID, { ...key, apiKeySecret: undefined })('u_1_b2', now)).toBeUndefined()
})
