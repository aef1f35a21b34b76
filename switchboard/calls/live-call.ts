import type { Params } from '../hooks/signature.ts'
import type { Leg, LegState, RejectReason } from '../legs.ts'
import { type CallRow, type CallStatus, ENDED } from '../store/records.ts'
import type { Core } from './core.ts'
import type { Source } from './instructions.ts'
import { finalStatus } from './outcome.ts'

export const API_VERSION = '2010-04-01'

export type CallEvent = 'initiated' | 'ringing' | 'answered' | 'completed'
export type StatusCallback = { address: string; method: 'GET' | 'POST'; events: ReadonlySet<string> }
export type NewCall = Pick<
  CallRow,
  'sid' | 'accountSid' | 'parentCallSid' | 'from' | 'to' | 'direction' | 'phoneNumberSid'
>

/** A call while it goes on: its leg, what is told about it, and what it is doing. */
export class LiveCall {
  readonly core: Core
  row: CallRow
  leg: Leg | undefined
  readonly #callback: StatusCallback | undefined
  readonly #over = new AbortController()
  #sequence = 0
  #endsAs: CallStatus | undefined
  #run = new AbortController()
  #redirect: Source | undefined

  constructor(core: Core, call: NewCall, callback: StatusCallback | undefined) {
    const now = Date.now()
    this.core = core
    this.#callback = callback
    this.row = {
      ...call,
      status: call.direction === 'inbound' ? 'ringing' : 'queued',
      createdAt: now,
      updatedAt: now,
      answeredAt: null,
      endedAt: null,
      sipCode: null,
    }
    core.store.put('calls', this.row)
    core.live.set(call.sid, this)
    const { sid, from, to, direction } = call
    core.log('call', { sid, from, to, direction, parent: call.parentCallSid ?? undefined })
  }

  get sid(): string {
    return this.row.sid
  }

  get ended(): boolean {
    return ENDED.has(this.row.status)
  }

  /** Aborted when the call has ended. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  get authToken(): string {
    return this.core.store.get('accounts', this.row.accountSid)?.authToken ?? ''
  }

  /** Takes the phone's side: from here on the leg's states are the call's. */
  attach(leg: Leg): void {
    this.leg = leg
    const onState = (state: LegState) => {
      if (state === 'ringing') this.#became('ringing')
      if (state === 'answered') this.#became('in-progress')
      if (state === 'ended') this.#finish(finalStatus(leg, this.row, this.#endsAs, this.core.hangUpReport))
    }
    leg.onState(onState)
    onState(leg.state)
  }

  /** A dialled call is on its way. */
  started(): void {
    this.tell('initiated', 'initiated')
  }

  /** Answers, where the phone waits for it; false when it has gone. */
  async answer(): Promise<boolean> {
    if (this.leg?.direction === 'incoming' && !this.row.answeredAt) await this.leg.answer()
    return !this.ended
  }

  /** Ends the call; `as` is what it is called where nobody had answered. */
  hangUp(as: CallStatus): void {
    if (this.ended) return
    this.#endsAs ??= as
    if (this.leg) this.leg.hangup()
    else this.#finish(as)
  }

  reject(reason: RejectReason, as: CallStatus): void {
    if (this.ended) return
    this.#endsAs ??= as
    this.leg?.reject(reason)
  }

  /** No phone could be rung. */
  fail(sipCode: number, as: CallStatus): void {
    this.row = { ...this.row, sipCode }
    this.#finish(as)
  }

  /** Breaks off what the call does and lets it follow other instructions. */
  redirect(source: Source): void {
    this.#redirect = source
    this.#run.abort()
  }

  takeRedirect(): Source | undefined {
    const source = this.#redirect
    this.#redirect = undefined
    return source
  }

  /** Aborted when the call ends or is to do something else. */
  newRun(): AbortSignal {
    this.#run = new AbortController()
    if (this.ended || this.#redirect) this.#run.abort()
    return this.#run.signal
  }

  /** What every webhook of this call carries. */
  params(): Params {
    const { accountSid, sid, parentCallSid, status, direction, from, to } = this.row
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

  tell(event: CallEvent, status: string): void {
    const callback = this.#callback
    if (!callback?.events.has(event)) return
    this.core.hooks.tell({
      kind: 'status',
      sid: this.sid,
      address: callback.address,
      method: callback.method,
      params: { ...this.params(), CallStatus: status, ...this.#endParams(), ...this.#progressParams() },
      authToken: this.authToken,
    })
  }

  #progressParams(): Params {
    return {
      Timestamp: rfc2822(Date.now()),
      SequenceNumber: String(this.#sequence++),
      CallbackSource: 'call-progress-events',
    }
  }

  #endParams(): Params {
    if (!this.ended) return {}
    const seconds = talkSeconds(this.row)
    const { sipCode } = this.row
    return {
      CallDuration: String(seconds),
      Duration: String(Math.ceil(seconds / 60)),
      ...(sipCode ? { SipResponseCode: String(sipCode) } : {}),
    }
  }

  #became(status: 'ringing' | 'in-progress') {
    if (this.ended || this.row.status === status) return
    this.#put({ status, ...(status === 'in-progress' ? { answeredAt: Date.now() } : {}) })
    this.tell(status === 'ringing' ? 'ringing' : 'answered', status)
  }

  #finish(status: CallStatus) {
    if (this.ended) return
    this.#put({ status, endedAt: Date.now(), sipCode: this.row.sipCode ?? this.leg?.end?.sipCode ?? null })
    this.core.live.delete(this.sid)
    this.tell('completed', status)
    this.#over.abort()
    this.#run.abort()
  }

  #put(changes: Partial<CallRow>) {
    this.row = { ...this.row, ...changes, updatedAt: Date.now() }
    this.core.store.put('calls', this.row)
    this.core.log('call', { sid: this.sid, status: this.row.status, code: this.row.sipCode ?? undefined })
  }
}

export const talkSeconds = ({ answeredAt, endedAt }: CallRow): number =>
  answeredAt && endedAt ? Math.ceil((endedAt - answeredAt) / 1_000) : 0

/** The vendor's form of a time: Tue, 01 Nov 2016 01:59:13 +0000. */
export const rfc2822 = (at: number): string => new Date(at).toUTCString().replace('GMT', '+0000')

/** The vendor names places; of an Israeli number it knows the country and leaves the rest blank. */
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
