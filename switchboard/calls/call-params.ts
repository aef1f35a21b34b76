import type { Params } from '../hooks/signature.ts'
import { type CallRow, ENDED } from '../store/records.ts'

export const API_VERSION = '2010-04-01'

/** The parameters that every webhook of a call contains. */
export function callParams({ accountSid, sid, parentCallSid, status, direction, from, to }: CallRow): Params {
  return {
    AccountSid: accountSid,
    ApiVersion: API_VERSION,
    CallSid: sid,
    CallStatus: status,
    Direction: direction,
    From: from,
    To: to,
    Caller: from,
    Called: to,
    ...places(from, ['From', 'Caller']),
    ...places(to, ['To', 'Called']),
    ...(parentCallSid ? { ParentCallSid: parentCallSid } : {}),
  }
}

/** The additional parameters of the end-of-call report. */
export function endParams(row: CallRow): Params {
  if (!ENDED.has(row.status)) return {}
  const seconds = talkSeconds(row)
  return {
    CallDuration: String(seconds),
    Duration: String(Math.ceil(seconds / 60)),
    ...(row.sipCode ? { SipResponseCode: String(row.sipCode) } : {}),
  }
}

export const progressParams = (at: number, sequence: number): Params => ({
  Timestamp: rfc2822(at),
  SequenceNumber: String(sequence),
  CallbackSource: 'call-progress-events',
})

/** Talk time in whole seconds, rounded down. As at the vendor, an answered call has at least one second. */
export const talkSeconds = ({ answeredAt, endedAt }: CallRow): number =>
  answeredAt && endedAt ? wholeSeconds(endedAt - answeredAt) : 0

export const wholeSeconds = (ms: number): number => Math.max(1, Math.floor(ms / 1_000))

/** Formats a time as the vendor does: Tue, 01 Nov 2016 01:59:13 +0000. */
export const rfc2822 = (at: number): string => new Date(at).toUTCString().replace('GMT', '+0000')

/** Returns the vendor's location parameters. For Israeli numbers, the vendor fills in only the country. */
function places(number: string, names: string[]): Params {
  const country = number.startsWith('+972') ? 'IL' : ''
  return Object.fromEntries(
    names.flatMap((name) => [
      [`${name}City`, ''],
      [`${name}State`, ''],
      [`${name}Zip`, ''],
      [`${name}Country`, country],
    ]),
  )
}
