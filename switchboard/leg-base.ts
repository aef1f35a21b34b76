import { randomUUID } from 'node:crypto'
import type { Leg, LegDirection, LegEnd, LegKind, LegState, LegStats, RejectReason, Unsubscribe } from './legs.ts'

const ORDER: LegState[] = ['starting', 'ringing', 'answered', 'ended']

const REJECT_CODES: Record<RejectReason, number> = {
  busy: 486,
  rejected: 603,
  'not-found': 404,
  unavailable: 503,
  'not-acceptable': 488,
}

export const rejectCode = (reason: RejectReason): number => REJECT_CODES[reason]

/** Base of all kinds of legs: a state that only moves forward, and listeners whose errors are caught. */
export abstract class LegBase implements Leg {
  readonly id = randomUUID()
  abstract readonly kind: LegKind
  readonly direction: LegDirection
  end: LegEnd | undefined
  #state: LegState = 'starting'
  readonly #frames = new Set<(frame: Int16Array, at: number) => void>()
  readonly #digits = new Set<(digit: string) => void>()
  readonly #states = new Set<(state: LegState) => void>()
  protected readonly counted: LegStats = { received: 0, lost: 0, sent: 0 }

  constructor(direction: LegDirection) {
    this.direction = direction
  }

  get state(): LegState {
    return this.#state
  }

  abstract ring(): void
  abstract answer(): Promise<void>
  abstract reject(reason: RejectReason): void
  abstract hangup(): void
  abstract send(frame: Int16Array): void
  abstract sendDigits(digits: string): void

  onFrame(listener: (frame: Int16Array, at: number) => void): Unsubscribe {
    return join(this.#frames, listener)
  }

  onDigit(listener: (digit: string) => void): Unsubscribe {
    return join(this.#digits, listener)
  }

  onState(listener: (state: LegState) => void): Unsubscribe {
    return join(this.#states, listener)
  }

  stats(): LegStats {
    return { ...this.counted }
  }

  /** Moves the state forward. Returns false if the leg is already in this state or beyond. */
  protected moveTo(state: 'ringing' | 'answered'): boolean {
    if (ORDER.indexOf(state) <= ORDER.indexOf(this.#state)) return false
    this.#state = state
    notify(this.#states, (listener) => listener(state))
    return true
  }

  /** Records the end of the leg. Returns false if the leg had already ended. */
  protected finish(end: LegEnd): boolean {
    if (this.#state === 'ended') return false
    this.end = end
    this.#state = 'ended'
    notify(this.#states, (listener) => listener('ended'))
    this.#frames.clear()
    this.#digits.clear()
    return true
  }

  protected heard(frame: Int16Array, at: number): void {
    this.counted.received++
    if (this.#state === 'answered') notify(this.#frames, (listener) => listener(frame, at))
  }

  protected pressed(digit: string): void {
    if (this.#state === 'answered') notify(this.#digits, (listener) => listener(digit))
  }
}

function join<T>(listeners: Set<T>, listener: T): Unsubscribe {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls each listener; an error of one is logged and does not affect others. */
function notify<T>(listeners: Set<T>, act: (listener: T) => void): void {
  for (const listener of [...listeners]) {
    try {
      act(listener)
    } catch (error) {
      console.error(error)
    }
  }
}
