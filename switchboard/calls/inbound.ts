import type { IncomingCall, Leg } from '../legs.ts'
import { toE164 } from '../numbers/e164.ts'
import { makeSid } from '../sids.ts'
import type { NumberRow } from '../store/records.ts'
import type { Core } from './core.ts'
import { followCall } from './follow.ts'
import { readMethod } from './instructions.ts'
import { LiveCall } from './live-call.ts'

const NO_URL = 11_100

/** Handles an incoming call: follows the instructions of the account that owns the called number. */
export function takeIncoming(core: Core, leg: Leg, { from, to, params = {} }: IncomingCall): void {
  const called = toE164(to)
  const number = called && core.store.list('numbers').find(({ phoneNumber }) => phoneNumber === called)
  if (!number) {
    core.log('refused', { from, to, why: 'no account owns the number' })
    leg.reject('not-found')
    return
  }
  const account = core.store.get('accounts', number.accountSid)
  if (account?.status !== 'active') {
    core.log('refused', { from, to, why: 'the account is not active' })
    leg.reject('unavailable')
    return
  }
  const call = new LiveCall(
    core,
    {
      sid: makeSid('CA'),
      accountSid: number.accountSid,
      parentCallSid: null,
      from: callerOf(from),
      to: number.phoneNumber,
      direction: 'inbound',
      phoneNumberSid: number.sid,
    },
    endCallback(number),
  )
  call.attach(leg)
  start(core, call, number, params)
}

function start(core: Core, call: LiveCall, { hooks }: NumberRow, params: Record<string, string>) {
  if (!hooks.voiceUrl) {
    core.log('error', { sid: call.sid, code: NO_URL, message: 'The number has no voice URL' })
    call.reject('unavailable', 'failed')
    return
  }
  const fallback = hooks.voiceFallbackUrl
    ? { address: hooks.voiceFallbackUrl, method: readMethod(hooks.voiceFallbackMethod) }
    : undefined
  followCall(call, { address: hooks.voiceUrl, method: readMethod(hooks.voiceMethod), params, fallback }).catch(
    (error: unknown) => {
      console.error(error)
      call.hangUp('failed')
    },
  )
}

const endCallback = ({ hooks }: NumberRow) =>
  hooks.statusCallback
    ? {
        address: hooks.statusCallback,
        method: readMethod(hooks.statusCallbackMethod),
        events: ['completed'],
      }
    : undefined

/** Returns the caller in E.164, `anonymous` if the number is withheld, or the name of a browser phone. */
function callerOf(from: string): string {
  if (from.startsWith('client:')) return from
  return toE164(from) ?? 'anonymous'
}
