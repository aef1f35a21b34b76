import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallRow } from './store/records.ts'
import { ACCOUNT_SID, AUTH_TOKEN, killed, openedBy, spawnExchange } from './testing/own-process.ts'
import { SipAgent } from './testing/sip-agent.ts'
import { until } from './testing/test-exchange.ts'

let folder: string
let child: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-main-'))
})
afterEach(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function run(env: Record<string, string>) {
  child = spawnExchange({ folder, env })
  return child
}
const put = (url: string, body: object, method = 'PUT') =>
  fetch(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

test('one line tells where its doors are; a signal ends it', async () => {
  const own = run({})
  const { ready: isReady, pid, api, console } = await openedBy(own)
  expect({ isReady, pid }).toEqual({ isReady: true, pid: own.pid })
  expect(api).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(console).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/)
  expect((await fetch(api)).status).toBe(401)
  expect(statSync(join(folder, 'state.jsonl')).mode & 0o777).toBe(0o600)
  own.kill('SIGTERM')
  expect((await once(own, 'exit'))[0]).toBe(0)
})

test('it ends with the process that started it', async () => {
  const own = run({ SWITCHBOARD_ENDS_WITH_PARENT: '1' })
  await openedBy(own)
  own.stdin?.end()
  expect((await once(own, 'exit'))[0]).toBe(0)
})

test.each<{ env: Record<string, string>; says: string }>([
  { env: { SWITCHBOARD_ACCOUNT_SID: 'AC1' }, says: 'SWITCHBOARD_ACCOUNT_SID' },
  { env: { SWITCHBOARD_AUTH_TOKEN: 'short' }, says: 'SWITCHBOARD_AUTH_TOKEN' },
  { env: { SWITCHBOARD_HOST: '0.0.0.0' }, says: 'SWITCHBOARD_HOST' },
  { env: { SWITCHBOARD_ICE_HOST: 'here' }, says: 'SWITCHBOARD_ICE_HOST' },
  { env: { SWITCHBOARD_API_PORT: 'many' }, says: 'SWITCHBOARD_API_PORT' },
  { env: { SWITCHBOARD_HANG_UP_REPORT: 'maybe' }, says: 'hang-up report' },
])('it does not start with a wrong setting, and names it: $says', async ({ env, says }) => {
  const own = run(env)
  let output = ''
  own.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  expect((await once(own, 'close'))[0]).toBe(1)
  expect(output).toContain(says)
  expect(output).not.toContain(AUTH_TOKEN)
})

test('killed in the middle of a call: the next start knows the number, and the call as ended', async () => {
  const first = run({})
  const { api, console } = await openedBy(first)
  const authorization = `Basic ${btoa(`${ACCOUNT_SID}:${AUTH_TOKEN}`)}`
  await fetch(`${api}/2010-04-01/Accounts/${ACCOUNT_SID}/IncomingPhoneNumbers.json`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({ PhoneNumber: '+972724440900' }),
  })
  await put(`${console}/robots`, { address: '+972501234567', toneHz: 500 })
  const made = await fetch(`${api}/2010-04-01/Accounts/${ACCOUNT_SID}/Calls.json`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({
      To: '+972501234567',
      From: '+972724440900',
      Twiml: '<Response><Record maxLength="30"/></Response>',
    }),
  }).then((reply) => reply.json() as Promise<{ sid: string }>)
  const calls = async (at: string) => (await fetch(`${at}/calls`)).json() as Promise<CallRow[]>
  await until(async () => (await calls(console))[0]?.status === 'in-progress')
  await until(async () => ((await (await fetch(`${console}/recordings`)).json()) as unknown[]).length === 1)
  first.kill('SIGKILL')
  await once(first, 'exit')

  const second = await openedBy(run({}))
  const again = await fetch(`${second.api}/2010-04-01/Accounts/${ACCOUNT_SID}/Calls/${made.sid}.json`, {
    headers: { authorization },
  })
  expect(await again.json()).toMatchObject({ status: 'completed', from: '+972724440900' })
  const recordings = (await (await fetch(`${second.console}/recordings`)).json()) as { status: string }[]
  expect(recordings.map(({ status }) => status)).toEqual(['failed'])
  const numbers = (await (await fetch(`${second.console}/numbers`)).json()) as { phoneNumber: string }[]
  expect(numbers.map(({ phoneNumber }) => phoneNumber)).toEqual(['+972724440900'])
  expect(readFileSync(join(folder, 'state.jsonl'), 'utf8').split('\n').filter(Boolean).length).toBeGreaterThan(2)
})

test('a registered phone is rung after a crash, though it registers again much later', async () => {
  const env = { SWITCHBOARD_SIP_USERS: 'dana:dana-secret:+972721112222' }
  const first = await openedBy(run(env))
  const host = '127.0.0.1'
  const port = Number(new URL(first.doors.sip ?? '').port)
  const phone = await SipAgent.open({
    exchange: { host, port },
    account: { username: 'dana', password: 'dana-secret' },
    onCall: (call) => call.answer(),
  })
  try {
    expect(await phone.register(3_600)).toBe(200)
    if (child) await killed(child)
    const second = await openedBy(run({ ...env, SWITCHBOARD_SIP_PORT: String(port) }))
    const PhoneNumber = '+972724440901'
    await second.post('/IncomingPhoneNumbers.json', { PhoneNumber })
    await second.post('/Calls.json', {
      To: '+972721112222',
      From: PhoneNumber,
      Twiml: '<Response><Pause length="30"/></Response>',
    })
    await until(async () => (await second.calls())[0]?.status === 'in-progress')
    expect(phone.taken).toHaveLength(1)
  } finally {
    phone.close()
  }
})
