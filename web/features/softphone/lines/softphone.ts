import { WAITS } from '#contract/calls/softphone.ts'
import { isAskedHere } from '../../../lib/on-the-line.ts'

/** The interface of a phone in the browser, independent of the provider. */

export type PhoneCall = {
  id: string
  direction: 'in' | 'out'
  /** E.164, or `anonymous`. */
  peer: string
  /** Parameters of the call: `callId`, its id on the server. */
  about: Readonly<Record<string, string>>
  state: 'ringing' | 'connecting' | 'talking'
  /** When the conversation began. */
  since: number | null
  isMuted: boolean
}

/** Whether an incoming call waits for an answer; a call that this window asked for answers by itself. */
export const isRinging = (call: PhoneCall | null) =>
  call?.direction === 'in' && call.state === 'ringing' && call.about.tab === undefined

/** Whether another window asked for the call, and answers it. */
export const isOfOthers = (about: PhoneCall['about'] = {}) => about.tab !== undefined && !isAskedHere(about.tab)

/** Why a conversation is hard to understand: packets are lost, arrive late, or take long. */
export const soundProblems = ['loss', 'jitter', 'delay'] as const
export type SoundProblem = (typeof soundProblems)[number]

/** Why there is no audio or no line. */
export type PhoneProblem = 'microphone_refused' | 'microphone_missing' | 'too_many_phones' | 'call_failed'

export type PhoneState = {
  /** `offline`: it cannot be called now, and reconnects. */
  line: 'offline' | 'ready'
  call: PhoneCall | null
  /** A caller who rings during the conversation; becomes `call` when that ends. */
  waiting: PhoneCall | null
  /** Poor sound of the conversation. */
  sound: SoundProblem | null
  /** How the last call ended, until the next; null: there was none. */
  ended: 'hangup' | 'elsewhere' | 'busy' | 'no_answer' | 'failed' | null
  problem: PhoneProblem | null
}

export const QUIET: PhoneState = {
  ...{ line: 'offline', call: null, waiting: null },
  ...{ sound: null, ended: null, problem: null },
}

/** What the other lines of the phone do: nothing, one speaks and a caller may wait, or a call rings or waits. */
export type Others = 'free' | 'talking' | 'taken'
/** What a phone does with a new caller beside what it does already: rings, lets the caller wait, or is busy. */
export function placeFor({ call, waiting }: PhoneState, about: PhoneCall['about'], others: Others) {
  if (isOfOthers(about) || others === 'taken' || waiting) return 'busy'
  if (!call && others === 'free') return 'ring'
  if (about[WAITS] !== '1' || isRinging(call)) return 'busy'
  return call ? (others === 'free' ? 'wait' : 'busy') : 'ring'
}

/**
 * One conversation at a time. A caller who rings during it waits if nothing is lost by it, else gets busy. No method
 * throws; errors are part of the state.
 */
export type Softphone = {
  subscribe: (listener: () => void) => () => void
  state: () => PhoneState
  register: () => void
  dial: (to: string) => Promise<void>
  accept: () => Promise<void>
  reject: () => void
  /** Ends the conversation and answers the waiting caller. */
  acceptWaiting: () => Promise<void>
  rejectWaiting: () => void
  hangup: () => void
  mute: (isMuted: boolean) => void
  dtmf: (digit: string) => void
  /** Microphone and speaker; null: the system's default. */
  setDevices: (devices: Devices) => Promise<void>
  /** Ends the call and unregisters, until `register`. */
  close: () => void
}

export type Devices = { microphone: string | null; speaker: string | null }

/** Holds the state of a phone and notifies subscribers. */
export class PhoneStore {
  #state = QUIET
  readonly #listeners = new Set<() => void>()

  readonly state = () => this.#state
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  set(changes: Partial<PhoneState>) {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }

  setCall(changes: Partial<PhoneCall>) {
    if (this.#state.call) this.set({ call: { ...this.#state.call, ...changes } })
  }
}

/** Why the microphone could not be opened. */
export const problemOf = (error: unknown): PhoneProblem =>
  error instanceof DOMException && /^(NotAllowedError|SecurityError)$/.test(error.name)
    ? 'microphone_refused'
    : 'microphone_missing'
