import { z } from 'zod'
import { SCREENED } from '#contract/calls/call-statuses.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type LocalNumber, listLocalNumbers } from './demo-calls.queries.ts'
import { addressesOf, answererScripts, callerScript, isFit, type Scenario, scenarios } from './demo-calls.rules.ts'

const ANSWER_MS = 5_000
/** Callers for scenarios that need no specific one. */
const CALLERS = ['+972501234567', '+972522345678', '+972543456789', '+972534567890']

/** `from`: the caller's number, where the scenario needs no specific one. */
export const DemoCallWish = z.object({
  scenario: z.enum(scenarios),
  to: z.string().optional(),
  from: z.string().optional(),
})
/** The call, or the reason why none was placed. */
export type DemoCall = { id: string; from: string; to: string; businessId: string } | { problem: string }
/** Undefined while the exchange does not run. */
type ConsoleUrl = string | undefined
type DemoCallDeps = Pick<Deps, 'workerDb' | 'now' | 'findScreenedCaller'> & { consoleUrl: ConsoleUrl }

/**
 * Plays a scenario at a number with robots of the exchange, which replace the phones of the ring list for this one call.
 * The app sees a normal call.
 */
export async function startDemoCall(
  deps: DemoCallDeps,
  { scenario, to, from: wanted }: z.output<typeof DemoCallWish>,
): Promise<DemoCall> {
  const { consoleUrl, workerDb, now } = deps
  if (!consoleUrl) return { problem: 'The exchange does not run.' }
  const numbers = await listLocalNumbers(workerDb)
  const called = to ? numbers.filter(({ phone }) => phone === to) : numbers
  for (const number of called.filter((one) => isFit(scenario, one, now()))) {
    const from = scenario === SCREENED ? await findScreened(deps, number) : (wanted ?? aCaller())
    if (from) return call(consoleUrl, scenario, { from, number })
  }
  return { problem: refusal(scenario, { to, isKnown: called.length > 0 }) }
}

export async function findDemoCall(consoleUrl: ConsoleUrl, id: string): Promise<unknown> {
  if (!consoleUrl) throw new AppError('not_found')
  const reply = await fetch(`${consoleUrl}/robot-calls/${encodeURIComponent(id)}`, {
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  if (!reply.ok) throw new AppError('not_found')
  return reply.json()
}

async function call(consoleUrl: string, scenario: Scenario, { from, number }: { from: string; number: LocalNumber }) {
  const script = answererScripts[scenario]
  if (script)
    for (const address of addressesOf(number))
      await askConsole(consoleUrl, 'PUT', '/robots', { ...script, address, forOneCall: true })
  const { id } = await askConsole(consoleUrl, 'POST', '/robot-calls', {
    ...callerScript(scenario, number.routing),
    from,
    to: number.phone,
  })
  return { id: String(id), from, to: number.phone, businessId: number.businessId }
}

const findScreened = async ({ workerDb, findScreenedCaller }: DemoCallDeps, { businessId, campaignId }: LocalNumber) =>
  findScreenedCaller?.(workerDb, businessId, campaignId)
const aCaller = () => CALLERS[Math.floor(Math.random() * CALLERS.length)]

/** Sends a command to the console of the exchange. */
export async function askConsole(
  consoleUrl: string,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const reply = await fetch(`${consoleUrl}${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  if (!reply.ok) throw new Error(`The exchange refused ${method} ${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as Record<string, unknown>
}

function refusal(scenario: Scenario, { to, isKnown }: { to: string | undefined; isKnown: boolean }): string {
  if (!isKnown) return to ? `${to} is no active number of a campaign here.` : 'No campaign here has a number yet.'
  const why: Partial<Record<Scenario, string>> = {
    [SCREENED]: `no number is ${SCREENED}`,
    'out-of-hours': 'all numbers are open now: give one hours that are closed',
  }
  return `No number fits: ${why[scenario] ?? 'none that is open now has a phone to ring'}.`
}
