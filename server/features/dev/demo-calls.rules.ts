import { SCREENED } from '#contract/calls/call-statuses.ts'
import type { RingTarget, Routing } from '#contract/calls/routing.ts'
import { isOpenAt } from '../numbers/opening-hours.rules.ts'
import { identityOf } from '../softphone/softphone.rules.ts'
import type { LocalNumber } from './demo-calls.queries.ts'

export const scenarios = ['answered', 'busy', 'noanswer', 'cancel', SCREENED, 'out-of-hours'] as const
export type Scenario = (typeof scenarios)[number]

/** A robot's script; the exchange supports more options. */
export type RobotScript = Record<string, string | number>

const ANSWER_MS = 2_500
/** Delay until the whisper has asked to press 1. */
const PRESS_MS = 1_500
const TALK_MS = 8_000
const PATIENCE_MS = 5_000
/** Delay until the message and the beep of a voicemail are over. */
const MESSAGE_MS = 12_000

/** The calling robot's script. An announcement may answer the call, so the robot also hangs up, besides canceling. */
export function callerScript(scenario: Scenario, { ring }: Routing): RobotScript {
  const rounds = (ring.mode === 'in_order' ? ring.targets.length : 1) + (ring.knownFirst ? 1 : 0)
  const hangUpAfterMs = {
    answered: TALK_MS + PRESS_MS,
    busy: MESSAGE_MS,
    noanswer: rounds * ring.seconds * 1_000 + MESSAGE_MS,
    cancel: PATIENCE_MS,
    [SCREENED]: MESSAGE_MS,
    'out-of-hours': MESSAGE_MS,
  }[scenario]
  return { toneHz: 440, hangUpAfterMs, ...(scenario === 'cancel' && { cancelAfterMs: PATIENCE_MS }) }
}

/** The scripts of the rung phones; undefined: no phone rings. */
export const answererScripts: Record<Scenario, RobotScript | undefined> = {
  answered: { outcome: 'answer', answerAfterMs: ANSWER_MS, toneHz: 880, digits: '1', digitsAfterMs: PRESS_MS },
  busy: { outcome: 'busy' },
  noanswer: { outcome: 'never' },
  cancel: { outcome: 'never' },
  [SCREENED]: undefined,
  'out-of-hours': undefined,
}

/** Whether the scenario can happen at this number now. */
export function isFit(scenario: Scenario, { routing }: Pick<LocalNumber, 'routing'>, now: Date): boolean {
  const isOpen = isOpenAt(routing.hours, now)
  if (scenario === 'out-of-hours') return !isOpen
  return scenario === SCREENED || (isOpen && routing.ring.targets.length > 0)
}

/** The exchange's addresses of the ring list's phones. */
export const addressesOf = ({ businessId, routing }: { businessId: string; routing: Routing }): string[] =>
  routing.ring.targets.map((target: RingTarget) =>
    target.kind === 'phone' ? target.phone : `client:${identityOf(target.userId, businessId)}`,
  )
