import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readEnv } from '../server/env.ts'
import { scenarios } from '../server/features/dev/demo-calls.rules.ts'

const USAGE = `npm run demo:call -- --scenario ${scenarios.join('|')} [--to <number>]`
const LOOK_MS = 250
const PATIENCE_MS = 180_000

type RobotCall = { state: string; sipCode?: number; endedBy?: string; heardHz?: number }

const { values } = parseArgs({ options: { scenario: { type: 'string' }, to: { type: 'string' } } })
const { scenario = '', to } = values
if (!scenarios.some((known) => known === scenario)) stop(USAGE)
const base = readEnv().publicUrl

const started = await ask('/dev/demo-calls', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ scenario, to }),
})
if (!started.ok) stop(`${started.status} ${await started.text()}`)
const call = (await started.json()) as { id: string; from: string; to: string; businessId: string; problem?: string }
if (call.problem) stop(call.problem)
console.log(`${scenario}: ${call.from} calls ${call.to}`)

/** The last printed state of the caller's robot. */
let last = ''
for (const until = Date.now() + PATIENCE_MS; last !== 'ended' && Date.now() < until; await sleep(LOOK_MS)) {
  const reply = await ask(`/dev/demo-calls/${call.id}`)
  const { state, sipCode, endedBy } = (await reply.json()) as RobotCall
  if (state === last) continue
  last = state
  console.log(
    `  ${state}${state === 'ended' ? ` (${sipCode}, by ${endedBy === 'phone' ? 'the caller' : 'the exchange'})` : ''}`,
  )
}
console.log(`See the call: ${base}/b/${call.businessId}/calls/all`)

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${base}${path}`, init).catch(() => stop(`Nothing answers at ${base}: start Leadline first.`))
}

function stop(why: string): never {
  console.error(`\n  ${why}\n`)
  process.exit(1)
}
