import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import twilio from 'twilio'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { clock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { type Exchange, openExchange } from '../exchange.ts'
import { phoneKinds } from '../phones.ts'
import type { RobotCall } from '../robots/robots.ts'
import type { CallRow, RecordingRow } from '../store/records.ts'
import { startTwimlServer } from './twiml-server.ts'

const PATIENCE_MS = 8_000

/**
 * Opens an exchange for a test file, with a customer server. A violation that remains fails the test. `speed` is the
 * number of its seconds that pass in one real second, for calls between robots (simulated phones).
 */
export function openTestExchange(env: Record<string, string> = {}, speed = 1) {
  const accountSid = `AC${randomBytes(16).toString('hex')}`
  const authToken = randomBytes(16).toString('hex')
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-'))
  const held = {} as { exchange: Exchange; customer: Awaited<ReturnType<typeof startTwimlServer>> }
  const settings = {
    SWITCHBOARD_ACCOUNT_SID: accountSid,
    SWITCHBOARD_AUTH_TOKEN: authToken,
    SWITCHBOARD_DATA_DIR: dataDir,
    SWITCHBOARD_MEDIA_DELAY_MS: '0',
    ...env,
  }
  beforeAll(async () => {
    clock.runAt(speed)
    held.customer = await startTwimlServer(() => authToken)
    held.exchange = await openExchange(readConfig(settings, []), phoneKinds(settings))
  })
  afterAll(async () => {
    await held.exchange.close()
    clock.runAt(1)
    await held.customer.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  afterEach(async () => {
    const violations = await ask('GET', '/violations')
    const { forged } = held.customer
    held.customer.clear()
    await ask('DELETE', '/violations')
    await ask('PUT', '/chaos', {})
    await ask('PUT', '/hang-up-report', { report: 'canceled' })
    await ask('PUT', '/decline-report', { report: 'busy' })
    await ask('PUT', '/too-many-requests', { count: 0 })
    expect(violations).toEqual([])
    expect(forged).toEqual([])
  })

  async function ask<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await fetch(`${held.exchange.consoleUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await reply.text()
    return (text ? JSON.parse(text) : undefined) as T
  }

  return {
    accountSid,
    authToken,
    dataDir,
    settings,
    ask,
    get customer() {
      return held.customer
    },
    get exchange() {
      return held.exchange
    },
    client: (sid = accountSid, token = authToken) => makeClient(held.exchange.apiUrl, sid, token),
    /** Returns and clears the violations that this test caused on purpose. */
    async takeViolations() {
      const violations = await ask<{ what: string }[]>('GET', '/violations')
      await ask('DELETE', '/violations')
      return violations.map(({ what }) => what)
    },
    station: (address: string, script: Record<string, unknown> = {}) => ask('PUT', '/robots', { address, ...script }),
    async dial(from: string, to: string, script: Record<string, unknown> = {}) {
      const { id } = await ask<{ id: string }>('POST', '/robot-calls', { from, to, ...script })
      return {
        look: () => ask<RobotCall>('GET', `/robot-calls/${id}`),
        ended: () => until(async () => (await ask<RobotCall>('GET', `/robot-calls/${id}`)).state === 'ended'),
      }
    },
    calls: () => ask<CallRow[]>('GET', '/calls'),
    recordings: () => ask<RecordingRow[]>('GET', '/recordings'),
  }
}

/** Creates the vendor's own client and directs its requests to the exchange. */
function makeClient(apiUrl: string, sid: string, token: string) {
  const httpClient = new twilio.RequestClient()
  const request = httpClient.request.bind(httpClient)
  httpClient.request = (options) => request({ ...options, uri: options.uri.replace('https://api.twilio.com', apiUrl) })
  return twilio(sid, token, { httpClient })
}

/** Waits until a condition holds. */
export async function until(holds: () => boolean | Promise<boolean>, patienceMs = PATIENCE_MS): Promise<void> {
  const limit = Date.now() + patienceMs
  while (!(await holds())) {
    if (Date.now() > limit) throw new Error(`not within ${patienceMs} ms: ${holds}`)
    await new Promise((done) => setTimeout(done, 20))
  }
}
