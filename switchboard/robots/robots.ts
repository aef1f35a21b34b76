import type { Address, DialRequest, Leg, LegFactory, OnIncoming } from '../legs.ts'
import { RobotLeg } from './robot-leg.ts'
import type { RobotScript } from './script.ts'

const KEPT = 1_000
const ONE_CALL_MS = 60_000

export type RobotCall = {
  id: string
  /** The address of the robot, and that of the other party. */
  robot: string
  other: string
  direction: Leg['direction']
  state: Leg['state']
  sipCode: number | undefined
  endedBy: string | undefined
  /** Computed only when a single call is read. */
  heardHz: number | undefined
  heardDigits: string
  received: number
  sent: number
}

type Posted = { script: RobotScript; forOneCall: boolean; until: number }
type Known = { leg: RobotLeg; robot: string; other: string }

/** Robots: simulated phones that call and answer by a script, in place of people in tests and demonstrations. */
export class Robots implements LegFactory {
  readonly kind = 'robot'
  readonly #answerers = new Map<string, Posted>()
  readonly #calls = new Map<string, Known>()
  readonly #onIncoming: OnIncoming

  constructor(onIncoming: OnIncoming) {
    this.#onIncoming = onIncoming
  }

  /**
   * Makes a robot answer calls to this address: E.164, client:<identity> or sip:…. With `forOneCall` the robot is
   * removed once it was rung, or after a while without a call.
   */
  station(address: string, script: RobotScript, { forOneCall = false } = {}): void {
    this.#answerers.set(address, { script, forOneCall, until: forOneCall ? Date.now() + ONE_CALL_MS : Infinity })
  }

  dismiss(address: string): boolean {
    return this.#answerers.delete(address)
  }

  /** Makes a robot call a number; returns the id of the call. */
  call({ from, to, script }: { from: string; to: string; script: RobotScript }): string {
    const leg = new RobotLeg('incoming', script)
    this.#remember({ leg, robot: from, other: to })
    this.#onIncoming(leg, { from, to })
    return leg.id
  }

  dial({ to, from }: DialRequest): Leg | undefined {
    const robot = keyOf(to)
    const posted = this.#answerers.get(robot)
    if (!posted) return undefined
    const isLate = posted.until < Date.now()
    if (isLate || posted.forOneCall) this.#answerers.delete(robot)
    if (isLate) return undefined
    const leg = new RobotLeg('outgoing', posted.script)
    this.#remember({ leg, robot, other: from })
    return leg
  }

  phones(): { address: string; note: string }[] {
    const here = [...this.#answerers].filter(([, { until }]) => until > Date.now())
    return here.map(
      ([
        address,
        {
          script: { outcome, answerAfterMs, toneHz },
        },
      ]) => ({
        address,
        note: [outcome, `after ${answerAfterMs} ms`, toneHz ? `${toneHz} Hz` : ''].filter(Boolean).join(', '),
      }),
    )
  }

  find(id: string): RobotCall | undefined {
    const known = this.#calls.get(id)
    return known && describe(known, known.leg.heardHz())
  }

  calls(): RobotCall[] {
    return [...this.#calls.values()].map((known) => describe(known))
  }

  async close(): Promise<void> {
    for (const { leg } of this.#calls.values()) leg.hangup()
  }

  #remember(known: Known) {
    this.#calls.set(known.leg.id, known)
    if (this.#calls.size <= KEPT) return
    for (const [id, { leg }] of this.#calls) if (leg.state === 'ended') this.#calls.delete(id)
  }
}

function keyOf(address: Address): string {
  if (address.kind === 'number') return address.e164
  return address.kind === 'client' ? `client:${address.identity}` : address.uri
}

function describe({ leg, robot, other }: Known, heardHz?: number): RobotCall {
  const { id, direction, state, end, heardDigits } = leg
  const { received, sent } = leg.stats()
  const [sipCode, endedBy] = [end?.sipCode, end?.by]
  return { id, robot, other, direction, state, sipCode, endedBy, heardHz, heardDigits, received, sent }
}
