/** Telephone sound inside the exchange: 8 kHz, one channel, 16 bit, in frames of 20 ms. */
export const SAMPLE_RATE = 8_000
export const FRAME_MS = 20
export const FRAME_SAMPLES = 160

export type LegKind = 'robot' | 'web' | 'sip'

/** Seen from the exchange: a phone that calls is incoming, one that is called is outgoing. */
export type LegDirection = 'incoming' | 'outgoing'

/** A leg only moves forward in this order; ringing and answered may be left out. */
export type LegState = 'starting' | 'ringing' | 'answered' | 'ended'

export type LegEnd = {
  /**
   * As SIP would say it: 200 after an answer, 486 or 600 busy, 487 canceled by the caller before an answer,
   * 480, 408 or 603 no answer, declined or not registered, 404 unknown, 5xx out of order.
   */
  sipCode: number
  /** What ended it: the person at the phone, the exchange, or a lost connection. */
  by: 'phone' | 'exchange' | 'network'
  /** Of a phone that vanished: when it last gave a sign of life; the talk ended then. Milliseconds since 1970. */
  at?: number
}

/** Why an incoming leg is refused before an answer: SIP 486, 603, 404, 503 or 488. */
export type RejectReason = 'busy' | 'rejected' | 'not-found' | 'unavailable' | 'not-acceptable'

export type Unsubscribe = () => void

export type LegStats = {
  /** Packets heard from the phone, those known to be missing among them, packets sent to it. */
  received: number
  lost: number
  sent: number
}

/**
 * One phone's side of one call, whatever the phone is. No method throws, and one that comes too late (send after the end,
 * a second hang-up, an answer to a caller who left) does nothing.
 */
export type Leg = {
  readonly id: string
  readonly kind: LegKind
  readonly direction: LegDirection
  readonly state: LegState
  /** Set from the moment the state is 'ended'. */
  readonly end: LegEnd | undefined
  /** Incoming, not yet answered: lets the caller hear that it rings (no early media). May be called again. */
  ring(): void
  /** Incoming: answers. Fulfilled once the state is 'answered' or 'ended'; the caller looks which. */
  answer(): Promise<void>
  /** Incoming, not yet answered: refuses. */
  reject(reason: RejectReason): void
  /** Ends the leg in any state: cancels (outgoing, not answered), says goodbye (answered), 480 (incoming, not answered). */
  hangup(): void
  /** Sends one frame of FRAME_SAMPLES to the phone at once; the caller of this method keeps the pace. Inaudible unless answered. */
  send(frame: Int16Array): void
  /** Presses digits towards the phone (RFC 4733); where the phone cannot hear them nothing happens. */
  sendDigits(digits: string): void
  /**
   * What the phone says, a frame at a time. `at` is the frame's first sample on the phone's own clock (an unwrapped RTP
   * timestamp: 8,000 a second, counting on through silence and loss). Lost frames are not made up.
   */
  onFrame(listener: (frame: Int16Array, at: number) => void): Unsubscribe
  /** A key pressed at the phone: 0-9 * # A-D, once a press. */
  onDigit(listener: (digit: string) => void): Unsubscribe
  /** Every change of state, once each; not called for the state that already is. */
  onState(listener: (state: LegState) => void): Unsubscribe
  stats(): LegStats
}

/** Where a call may go. */
export type Address =
  | { kind: 'client'; identity: string; params: Record<string, string> }
  | { kind: 'sip'; uri: string; auth?: { username: string; password: string } }
  | { kind: 'number'; e164: string }

export type DialRequest = {
  to: Address
  /** The number shown to the called phone: E.164, 'anonymous', or 'client:…' when a browser phone calls a browser phone. */
  from: string
  /** The sid of the leg's call (a child call or one made through the API), which a web phone receives. */
  callSid: string
}

/** Phones of one kind: rings those that it knows. */
export type LegFactory = {
  readonly kind: LegKind
  /**
   * Starts ringing and gives the leg at once (state 'starting'), or undefined when the address is none of its own: the
   * next kind is then asked. Several phones registered under one address are one leg: the first to answer has it.
   */
  dial(request: DialRequest): Leg | undefined
  /** Phones that are registered now, for the console. */
  phones(): { address: string; note: string }[]
  close(): Promise<void>
}

export type IncomingCall = {
  /** E.164, 'anonymous' (withheld), or 'client:<identity>' for a softphone that dials out. */
  from: string
  /** What was dialled, as the phone said it; the core makes E.164 of it. */
  to: string
  /** Of a softphone: custom parameters, handed to the webhook. */
  params?: Record<string, string>
}

/** Hands a phone's call to the core, which answers, rejects or ends the leg from here on. */
export type OnIncoming = (leg: Leg, call: IncomingCall) => void

/** Where a phone can be rung: by its own name for itself, at the address that its packets come from. */
export type Binding = {
  uri: string
  remote: { host: string; port: number }
  expires: number
  callId: string
  sequence: number
}

/** Where each account's phones registered; kept over a restart. */
export type BindingsKept = {
  of(username: string): readonly Binding[]
  keep(username: string, bindings: readonly Binding[]): void
}

/** What a kind of phones is opened with. */
export type PhonesContext = {
  onIncoming: OnIncoming
  /** One line in the live log of the console. No secrets. */
  log(event: string, fields?: Record<string, string | number | boolean | undefined>): void
  /** Signs and checks what phones register with. Fresh ones come with a restart at most. */
  accountSid: string
  authToken: string
  bindings: BindingsKept
}
