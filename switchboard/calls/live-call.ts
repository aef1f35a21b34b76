import { clock } from '../clock.ts'
import type { Params } from '../hooks/signature.ts'
import type { Leg, LegState, RejectReason } from '../legs.ts'
import { type CallRow, type CallStatus, ENDED, type StatusCallback } from '../store/records.ts'
import { callParams, endParams, progressParams } from './call-params.ts'
import type { Core } from './core.ts'
import type { Source } from './instructions.ts'
import { finalStatus } from './outcome.ts'

export type CallEvent = 'initiated' | 'ringing' | 'answered' | 'completed'
export type NewCall = Pick<
  CallRow,
  'sid' | 'accountSid' | 'parentCallSid' | 'from' | 'to' | 'direction' | 'phoneNumberSid'
>

/** An ongoing call: its leg, its status reports and the verb that it executes. */
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
    const now = clock.now()
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
      ...(callback && { callback }),
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

  /** A signal that aborts when the call ends. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  get authToken(): string {
    return this.core.store.get('accounts', this.row.accountSid)?.authToken ?? ''
  }

  /** Attaches a leg to the call; from then on, the call's state follows the leg's. */
  attach(leg: Leg): void {
    this.leg = leg
    const onState = (state: LegState) => {
      if (state === 'ringing') this.#became('ringing')
      if (state === 'answered') this.#became('in-progress')
      if (state === 'ended') this.#finish(finalStatus(leg, this.row, this.#endsAs, this.core))
    }
    leg.onState(onState)
    onState(leg.state)
  }

  /** Reports that a dialled call has been placed. */
  started(): void {
    this.tell('initiated', 'initiated')
  }

  /** Answers the call if it is incoming and unanswered. Returns false if the call has ended. */
  async answer(): Promise<boolean> {
    if (this.leg?.direction === 'incoming' && !this.row.answeredAt) await this.leg.answer()
    return !this.ended
  }

  /** Ends the call. `as` is the final status if the call was not answered. */
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

  /** Ends the call because no phone could be rung. */
  fail(sipCode: number, as: CallStatus): void {
    this.row = { ...this.row, sipCode }
    this.#finish(as)
  }

  /** Aborts the current verb; the call then follows other instructions. */
  redirect(source: Source): void {
    this.#redirect = source
    this.#run.abort()
  }

  takeRedirect(): Source | undefined {
    const source = this.#redirect
    this.#redirect = undefined
    return source
  }

  /** Returns a new signal, which aborts when the call ends or is redirected. */
  newRun(): AbortSignal {
    this.#run = new AbortController()
    if (this.ended || this.#redirect) this.#run.abort()
    return this.#run.signal
  }

  /** Returns the parameters that every webhook of this call contains. */
  params(): Params {
    return callParams(this.row)
  }

  tell(event: CallEvent, status: string): void {
    const callback = this.#callback
    if (!callback?.events.includes(event)) return
    this.core.hooks.tell({
      kind: 'status',
      sid: this.sid,
      address: callback.address,
      method: callback.method,
      params: {
        ...this.params(),
        CallStatus: status,
        ...endParams(this.row),
        ...progressParams(clock.now(), this.#sequence++),
      },
      authToken: this.authToken,
    })
  }

  #became(status: 'ringing' | 'in-progress') {
    if (this.ended || this.row.status === status) return
    this.#put({ status, ...(status === 'in-progress' ? { answeredAt: clock.now() } : {}) })
    this.tell(status === 'ringing' ? 'ringing' : 'answered', status)
  }

  #finish(status: CallStatus) {
    if (this.ended) return
    const { answeredAt } = this.row
    const endedAt = answeredAt ? Math.max(answeredAt, this.leg?.end?.at ?? clock.now()) : clock.now()
    this.#put({ status, endedAt, sipCode: this.row.sipCode ?? this.leg?.end?.sipCode ?? null })
    this.core.live.delete(this.sid)
    this.tell('completed', status)
    this.#over.abort()
    this.#run.abort()
  }

  #put(changes: Partial<CallRow>) {
    this.row = { ...this.row, ...changes, updatedAt: clock.now() }
    this.core.store.put('calls', this.row)
    this.core.log('call', { sid: this.sid, status: this.row.status, code: this.row.sipCode ?? undefined })
  }
}
