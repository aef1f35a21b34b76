/** Audio format inside the exchange: 8 kHz, mono, 16 bit, in frames of 20 ms. */
export const SAMPLE_RATE = 8_000
export const FRAME_MS = 20
export const FRAME_SAMPLES = 160

export type LegKind = 'robot' | 'web' | 'sip' | 'line'

/** The direction as seen by the exchange: a phone that calls is incoming, a called one is outgoing. */
export type LegDirection = 'incoming' | 'outgoing'

/** A leg only moves forward in this order; ringing and answered may be skipped. */
export type LegState = 'starting' | 'ringing' | 'answered' | 'ended'

export type LegEnd = {
  /**
   * SIP status: 200 after an answer, 486 or 600 busy, 487 canceled by the caller before an answer, 480, 408 or 603 no
   * answer, declined or not registered, 404 unknown, 5xx out of order.
   */
  sipCode: number
  /** Who or what ended the leg: the person at the phone, the exchange, or a lost connection. */
  by: 'phone' | 'exchange' | 'network'
  /**
   * For a phone that vanished: the time of its last sign of life, at which the conversation ended. Milliseconds since
   * 1970.
   */
  at?: number
}

/** Reasons to refuse an incoming leg before an answer: SIP 486, 603, 404, 503 or 488. */
export type RejectReason = 'busy' | 'rejected' | 'not-found' | 'unavailable' | 'not-acceptable'

export type Unsubscribe = () => void

export type LegStats = {
  /**
   * Packets received from the phone (`received`), packets from it that are known to be lost (`lost`), and packets sent
   * to it (`sent`).
   */
  received: number
  lost: number
  sent: number
}

/**
 * One phone's side of one call, for any kind of phone. No method throws. A method that is called too late (send after
 * the end, a second hang-up, an answer to a caller who left) has no effect.
 */
export type Leg = {
  readonly id: string
  readonly kind: LegKind
  readonly direction: LegDirection
  readonly state: LegState
  /** Set once the state is 'ended'. */
  readonly end: LegEnd | undefined
  /** For an incoming, unanswered leg: plays the ringing tone (no early media). May be called again. */
  ring(): void
  /** For an incoming leg: answers. Resolves when the state is 'answered' or 'ended'; check which one. */
  answer(): Promise<void>
  /** For an incoming, unanswered leg: rejects the call. */
  reject(reason: RejectReason): void
  /** Ends the leg in any state: CANCEL (outgoing, not answered), BYE (answered), 480 (incoming, not answered). */
  hangup(): void
  /**
   * Sends one frame of FRAME_SAMPLES at once; the caller of this method must pace the frames. Inaudible unless
   * answered.
   */
  send(frame: Int16Array): void
  /** Sends digits to the phone (RFC 4733). Has no effect if the phone cannot receive them. */
  sendDigits(digits: string): void
  /**
   * Emits received audio frame by frame. `at` is the frame's first sample on the phone's own clock (an unwrapped RTP
   * timestamp: 8,000 a second, continuous through silence and loss). Lost frames are not synthesized.
   */
  onFrame(listener: (frame: Int16Array, at: number) => void): Unsubscribe
  /** Emits each key pressed on the phone (0-9, *, #, A-D) once per press. */
  onDigit(listener: (digit: string) => void): Unsubscribe
  /** Emits each change of state once, but not the current state. */
  onState(listener: (state: LegState) => void): Unsubscribe
  stats(): LegStats
}

/** The destination of a call. */
export type Address =
  | { kind: 'client'; identity: string; params: Record<string, string> }
  | { kind: 'sip'; uri: string; auth?: { username: string; password: string } }
  | { kind: 'number'; e164: string }

export type DialRequest = {
  to: Address
  /** The caller id shown to the called phone: E.164, 'anonymous', or 'client:…' between browser phones. */
  from: string
  /** Sid of the leg's call (a child call or one made through the API), passed to a web phone. */
  callSid: string
}

/** Phones of one kind. */
export type LegFactory = {
  readonly kind: LegKind
  /**
   * Starts ringing and returns the leg at once (state 'starting'), or undefined for an address of another kind. Several
   * phones registered under one address form one leg: the first to answer gets the call.
   */
  dial(request: DialRequest): Leg | undefined
  /** Currently registered phones, for the console. */
  phones(): { address: string; note: string }[]
  close(): Promise<void>
}

export type IncomingCall = {
  /** E.164, 'anonymous' (withheld), or 'client:<identity>' for a softphone. */
  from: string
  /** The dialled number as sent by the phone; the core converts it to E.164. */
  to: string
  /** Custom parameters of a softphone, passed to the webhook. */
  params?: Record<string, string>
}

/** Passes an incoming call to the core, which from then on answers, rejects or ends the leg. */
export type OnIncoming = (leg: Leg, call: IncomingCall) => void

/** Where a phone can be rung: its contact URI, and the source address of its packets. */
export type Binding = {
  uri: string
  remote: { host: string; port: number }
  expires: number
  callId: string
  sequence: number
}

/** The registered bindings of each account. They survive a restart. */
export type BindingsKept = {
  of(username: string): readonly Binding[]
  keep(username: string, bindings: readonly Binding[]): void
}

/** Context passed to each kind of phones. */
export type PhonesContext = {
  onIncoming: OnIncoming
  /** Writes one line to the console's live log. It must not contain secrets. */
  log(event: string, fields?: Record<string, string | number | boolean | undefined>): void
  /** Account and token that sign the phones' credentials. They change at a restart at most. */
  accountSid: string
  authToken: string
  bindings: BindingsKept
  /** Share of audio packets to lose between the exchange and a browser that a call from this number rings. */
  audioLoss(from: string): number
}
