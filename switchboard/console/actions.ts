import { CALM, readChaos } from '../chaos.ts'
import { DECLINE_REPORTS, HANG_UP_REPORTS } from '../config.ts'
import { json, type Reply } from '../http/serve.ts'
import { toE164 } from '../numbers/e164.ts'
import { type RobotScript, readScript } from '../robots/script.ts'
import { makeSid } from '../sids.ts'
import type { ConsoleInput, ConsoleRoute } from './console.ts'

const UNREACHABLE_HANDSET = 30_003

/** Actions available to people at the console and to tests. */
export const actions: Record<string, ConsoleRoute> = {
  /** Installs a robot (a simulated phone) that answers calls to `address`. */
  'PUT /robots': ({ robots, input: { address, forOneCall = false, ...script } }) =>
    withScript(script, (read) => {
      if (typeof address !== 'string' || !address) return wrong('address is missing')
      if (typeof forOneCall !== 'boolean') return wrong('forOneCall is true or false')
      robots.station(address, read, { forOneCall })
      return json(200, { address })
    }),
  'DELETE /robots/:id': ({ robots, id }) =>
    robots.dismiss(id) ? { status: 204 } : json(404, { problem: 'no robot has this id' }),
  /** Makes a robot call `to` with the caller ID `from`. */
  'POST /robot-calls': ({ robots, input: { from, to, ...script } }) =>
    withScript(script, (read) => {
      if (typeof from !== 'string' || typeof to !== 'string') return wrong('from and to are texts')
      return json(201, { id: robots.call({ from, to, script: read }) })
    }),
  'POST /webhooks/:id/resend': ({ core, id }) =>
    core.hooks.resend(id) ? json(202, {}) : json(404, { problem: 'no such webhook' }),
  'DELETE /violations': ({ core }) => {
    core.violations.clear()
    return { status: 204 }
  },
  'PUT /chaos': ({ core, input }) => {
    const chaos = readChaos(input)
    if (!chaos) return wrong(`numbers: ${Object.keys(CALM).join(', ')}`)
    core.hooks.chaos = chaos
    return json(200, chaos)
  },
  /** Browsers lose this share of the audio packets of calls from a number; 0: none. */
  'PUT /audio-loss': ({ core, input: { from, share } }) => {
    if (typeof from !== 'string' || typeof share !== 'number' || !(share >= 0 && share <= 1))
      return wrong('from is a text, share is 0 to 1')
    if (share > 0) core.audioLoss.set(from, share)
    else core.audioLoss.delete(from)
    return json(200, { from, share })
  },
  /** An outside phone's carrier forwards its calls to a number, and names the phone or not; without `to` it stops. */
  'PUT /forwards': ({ core, input: { phone, to, isNamed = true } }) => {
    const [from, called] = [phone, to].map((one) => (typeof one === 'string' ? toE164(one) : undefined))
    if (!from || typeof isNamed !== 'boolean') return wrong('phone and to are texts, isNamed is true or false')
    if (called) core.forwards.set(from, { to: called, isNamed })
    else core.forwards.delete(from)
    return json(200, { phone: from, to: called ?? null })
  },
  'PUT /hang-up-report': ({ core, input }) => {
    const report = HANG_UP_REPORTS.find((known) => known === input.report)
    if (!report) return wrong(`report is ${HANG_UP_REPORTS.join(', ')}`)
    core.hangUpReport = report
    return json(200, { report })
  },
  'PUT /decline-report': ({ core, input }) => {
    const report = DECLINE_REPORTS.find((known) => known === input.report)
    if (!report) return wrong(`report is ${DECLINE_REPORTS.join(', ')}`)
    core.declineReport = report
    return json(200, { report })
  },
  /** Refuses the next `count` API requests with status 429. */
  'PUT /too-many-requests': ({ core, input: { count } }) => {
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 0) return wrong('count is a number')
    core.refusals = count
    return json(200, { count })
  },
  /** Creates an approved regulatory bundle for an account, so that the account can buy numbers that require one. */
  'POST /bundles': ({ core, input: { accountSid } }) => {
    if (typeof accountSid !== 'string' || !core.store.get('accounts', accountSid)) return wrong('accountSid is unknown')
    const sid = makeSid('BU')
    core.store.put('bundles', { sid, accountSid })
    return json(201, { sid })
  },
  /** Sends a message from a handset. */
  'POST /messages': async ({ handsets, input: { from, to, body } }) => {
    const called = typeof to === 'string' ? toE164(to) : undefined
    const caller = typeof from === 'string' ? toE164(from) : undefined
    if (!called || !caller || typeof body !== 'string') return wrong('from, to and body are texts')
    const row = await handsets.receive({ from: caller, to: called, body })
    return row ? json(201, row) : json(404, { problem: 'no account owns the number' })
  },
  /** Sets the outcome of messages to a handset: delivered, undelivered or failed. */
  'PUT /handsets': ({ handsets, input: { number, status, errorCode = UNREACHABLE_HANDSET } }) => {
    if (typeof number !== 'string' || typeof errorCode !== 'number') return wrong('number is a text')
    if (status === 'delivered') handsets.setTrouble(number, undefined)
    else if (status === 'undelivered' || status === 'failed') handsets.setTrouble(number, { status, errorCode })
    else return wrong('status is delivered, undelivered or failed')
    return json(200, {})
  },
}

function withScript(input: ConsoleInput, act: (script: RobotScript) => Reply): Reply {
  const script = readScript(input)
  return typeof script === 'string' ? wrong(script) : act(script)
}

const wrong = (problem: string): Reply => json(400, { problem })
