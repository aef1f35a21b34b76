import { clock } from '../clock.ts'
import type { Address } from '../legs.ts'
import { wait } from '../media/pace.ts'
import { isE164 } from '../numbers/e164.ts'
import { makeSid } from '../sids.ts'
import type { StatusCallback } from '../store/records.ts'
import { answered, ring } from './attempt.ts'
import type { Core } from './core.ts'
import { followCall } from './follow.ts'
import type { Source } from './instructions.ts'
import { LiveCall } from './live-call.ts'
import { press } from './press.ts'

export type OutboundCall = {
  accountSid: string
  from: string
  to: string
  phoneNumberSid: string | null
  source: Source
  /** Sent when the phone answers, before its instructions are followed; `w` and `W` are pauses. */
  sendDigits: string
  callback: StatusCallback | undefined
  timeoutMs: number
  limitMs: number
}

/** Returns the address of a destination that the API may call; undefined for anything else. */
export function addressOf(to: string): Address | undefined {
  if (isE164(to)) return { kind: 'number', e164: to }
  if (/^client:[^\s?]+(\?\S*)?$/.test(to)) {
    const [identity = '', query = ''] = to.slice('client:'.length).split(/\?(.*)/s)
    return { kind: 'client', identity, params: Object.fromEntries(new URLSearchParams(query)) }
  }
  return /^sips?:\S+$/i.test(to) ? { kind: 'sip', uri: to } : undefined
}

/**
 * Returns how long a call must wait in the queue. The vendor queues API calls above an account's rate; Dial is not
 * limited.
 */
function waitingMs({ config, nextCallAt }: Core, accountSid: string): number {
  if (config.callsPerSecond === 0) return 0
  const now = clock.now()
  const at = Math.max(now, nextCallAt.get(accountSid) ?? 0)
  nextCallAt.set(accountSid, at + 1_000 / config.callsPerSecond)
  return at - now
}

/** Starts a call that was requested through the API; returns it at once, while it is still queued. */
export function startOutbound(core: Core, wanted: OutboundCall, address: Address): LiveCall {
  const { accountSid, from, to, phoneNumberSid } = wanted
  const call = new LiveCall(
    core,
    { sid: makeSid('CA'), accountSid, parentCallSid: null, from, to, direction: 'outbound-api', phoneNumberSid },
    wanted.callback,
  )
  clock.after(waitingMs(core, accountSid), () => {
    if (call.ended) return
    ring(core, call, { address })
    carryOn(call, wanted).catch((error: unknown) => {
      console.error(error)
      call.hangUp('failed')
    })
  })
  return call
}

async function carryOn(call: LiveCall, { timeoutMs, limitMs, source, sendDigits }: OutboundCall) {
  const ringing = new AbortController()
  void wait(timeoutMs, AbortSignal.any([call.over, ringing.signal])).then(() => {
    if (!ringing.signal.aborted) call.hangUp('no-answer')
  })
  const isThere = await answered(call)
  ringing.abort()
  if (!isThere) return
  void wait(limitMs, call.over).then(() => call.hangUp('completed'))
  await press(call, sendDigits, call.over)
  await followCall(call, source)
}
