import { expect } from 'vitest'
import type { Binding, IncomingCall, Leg } from '../legs.ts'
import { timersOf } from '../sip/limits.ts'
import { openSipPhones, type SipConfig, type SipPhones } from '../sip/sip-phones.ts'
import { type AgentOptions, SipAgent } from './sip-agent.ts'

export const DANA = { username: 'dana', password: 'dana-secret', e164: '+972501234567' }
export const OMER = { username: 'omer', password: 'omer-secret', identity: 'u_7_b1' }

/** Resources that a test opened. `closeHouses` closes them after the test. */
export const open: { close(): unknown }[] = []
export async function closeHouses(): Promise<void> {
  for (const each of open.splice(0).reverse()) await each.close()
}

type Came = IncomingCall & { leg: Leg }

/** Opens the SIP phones of an exchange; `onIncoming` handles the incoming calls in place of the core. */
export async function exchange(config: Partial<SipConfig> = {}, onIncoming: (came: Came) => void = () => undefined) {
  const came: Came[] = []
  const kept = new Map<string, readonly Binding[]>()
  const sip = await openSipPhones(
    {
      onIncoming: (leg, call) => {
        came.push({ ...call, leg })
        onIncoming({ ...call, leg })
      },
      log: () => undefined,
      accountSid: 'AC',
      authToken: 'secret',
      bindings: { of: (name) => kept.get(name) ?? [], keep: (name, bindings) => kept.set(name, bindings) },
      audioLoss: () => 0,
    },
    {
      host: '127.0.0.1',
      port: 0,
      mediaPorts: [41_000, 41_200],
      users: [DANA, OMER],
      guests: true,
      countryCode: '972',
      timers: timersOf(200),
      ...config,
    },
  )
  open.push(sip)
  const agent = async (options: Omit<AgentOptions, 'exchange'> = {}) => {
    const opened = await SipAgent.open({ exchange: sip.address, ...options })
    open.push(opened)
    return opened
  }
  return { sip, agent, came }
}

export const registered = async (
  { agent }: { agent: (options: object) => Promise<SipAgent> },
  options: object = {},
) => {
  const phone = await agent({ account: DANA, ...options })
  expect(await phone.register()).toBe(200)
  return phone
}

export const dialled = (sip: SipPhones, e164 = DANA.e164): Leg => {
  const leg = sip.dial({ to: { kind: 'number', e164 }, from: '+972721110000', callSid: 'CA1' })
  if (!leg) throw new Error('no phone has the number')
  return leg
}

export const until = async (true_: () => boolean, seconds = 10): Promise<void> => {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; ) {
    if (true_()) return
    await new Promise((done) => setTimeout(done, 10))
  }
  throw new Error('did not happen')
}
export const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
