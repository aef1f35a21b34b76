/** Fuzzes the API from its OpenAPI document; no reply may be 5xx. `--requests 20000 --seed 1 --minutes 10` */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DEMO_KEY_FILE } from '../../db/seed.ts'
import { withClient } from '../../server/platform/db/connections.ts'
import { startEmbedded } from '../../server/platform/db/embedded.ts'
import { type Headers, killable } from '../../server/testing/database/killable-server.ts'
import { type FuzzRequest, fuzzDoors, type OpenApi, openFuzz } from '../../server/testing/routes/fuzz.ts'

const { values: given } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const [requests, minutes, seed] = [Number(given.requests), Number(given.minutes), Number(given.seed)]
const AT_ONCE = 8
/** Interval of new sign-ins, because some requests end sessions. */
const SIGN_IN_EVERY = 200
const TIMEOUT_MS = 30_000
const SHOWN_FAILURES = 50

const folder = await mkdtemp(join(tmpdir(), 'leadline-fuzz-'))
const server = await killable(folder, { PERSON_RATE: '0', TRUST_PROXY: '1' })
console.log(`Seed ${seed}: ${requests} requests in at most ${minutes} minutes, ${AT_ONCE} at once.`)
await server.start()
const databaseUrl = (await startEmbedded(folder)).url('leadline')
try {
  process.exitCode = await fuzz()
} finally {
  await server.kill()
  await rm(folder, { recursive: true, force: true })
}

async function fuzz() {
  const key = { authorization: `Bearer ${(await readFile(join(folder, DEMO_KEY_FILE), 'utf8')).trim()}` }
  let [owner, writer] = [await server.signIn(), await server.signIn('writer@demo.test')]
  const campaigns = await server.json('/user/campaign/names', owner)
  const { forms = [] } = await server.json(`/user/campaign/forms?campaignId=${campaigns.campaigns[0]._id}`, owner)
  let visitors = 0
  const requestsToMake = openFuzz({
    seed,
    api: (await server.json('/openapi.json', {})) as OpenApi,
    doors: fuzzDoors(forms[0]?.key ?? 'none'),
    callers: [
      () => owner,
      () => owner,
      () => writer,
      () => key,
      () => ({ 'x-forwarded-for': `198.51.${Math.floor(++visitors / 250) % 250}.${visitors % 250}` }),
    ],
    known: campaigns.campaigns.map((one: { _id: string }) => one._id),
  })
  const statuses = new Map<number, number>()
  const failures: { status: number; request: FuzzRequest }[] = []
  const [began, end] = [performance.now(), performance.now() + minutes * 60_000]
  let sent = 0
  const work = async () => {
    while (sent < requests && performance.now() < end) {
      if (++sent % SIGN_IN_EVERY === 0)
        [owner, writer] = [await again(owner, 'owner@demo.test'), await again(writer, 'writer@demo.test')]
      const request = requestsToMake.next()
      const { status, body } = await ask(request)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 500 || status === 0) failures.push({ status, request })
      requestsToMake.learn(body)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const seconds = Math.round((performance.now() - began) / 1_000)
  const counted = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  for (const { status, request } of failures.slice(0, SHOWN_FAILURES)) console.log(`\n${status} ${asCurl(request)}`)
  console.log(
    `\n${sent} requests in ${seconds} s (${counted.join(', ')}), ${failures.length} errors of the server, seed ${seed}`,
  )
  return failures.length === 0 && sent >= requests ? 0 : 1
}

/** Signs in again after clearing failed attempts: wrong passwords would lock accounts for longer than the run. */
async function again(before: Headers, email: string) {
  await withClient(databaseUrl, (admin) => admin.query('truncate attempts'))
  return server.signIn(email).catch((error: unknown) => {
    console.log(`${email} could not sign in: ${error}`)
    return before
  })
}

/** Status 0: no reply. */
async function ask({ method, url, headers, payload }: FuzzRequest) {
  try {
    const reply = await fetch(server.address + url, {
      ...{ method, headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) },
      ...(payload !== undefined && method !== 'GET' && { body: payload }),
    })
    return { status: reply.status, body: await reply.text() }
  } catch (error) {
    return { status: 0, body: String(error) }
  }
}

function asCurl({ method, url, headers, payload }: FuzzRequest) {
  const shown = Object.entries(headers).map(([name, value]) => `-H ${JSON.stringify(`${name}: ${value}`)}`)
  const body = payload === undefined ? '' : ` --data-raw ${JSON.stringify(payload)}`
  return `curl -X ${method} ${JSON.stringify(url)} ${shown.join(' ')}${body}`
}
