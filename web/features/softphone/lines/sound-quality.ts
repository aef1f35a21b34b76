import type { SoundProblem } from './softphone.ts'

/** One reading of a connection's sound, of the time since the reading before. */
export type SoundSample = {
  /** Share of the packets that were lost, in the worse direction, and of those that came too late to be played; 0 to 1. */
  lost: number
  late: number
  jitterMs: number
  roundTripMs: number
}

/** Rating without impairments: ITU-T G.107, default values. */
const BEST = 93.2
/** Robustness of G.711 with concealment against random loss: ITU-T G.113, appendix I. */
const LOSS_ROBUSTNESS = 25.1
/** A packet, and the exchange on the way. */
const FIXED_DELAY_MS = 40
/** From this delay on, people talk over each other: Cole and Rosenbluth's form of G.107's delay impairment. */
const DELAY_NOTICED_MS = 177.3

/** Below it many people are dissatisfied, from GOOD on most are satisfied: ITU-T G.107, annex B. */
const POOR = 70
const GOOD = 80

const impairmentsOf = ({ lost, late, jitterMs, roundTripMs }: SoundSample) => {
  const percent = 100 * Math.min(1, lost + late)
  const delay = roundTripMs / 2 + 2 * jitterMs + FIXED_DELAY_MS
  return {
    loss: (95 * percent) / (percent + LOSS_ROBUSTNESS),
    delay: 0.024 * delay + 0.11 * Math.max(0, delay - DELAY_NOTICED_MS),
  }
}

/** The E-model's rating of the sound: 93 is best, below 70 is poor. */
export function ratingOf(sample: SoundSample): number {
  const { loss, delay } = impairmentsOf(sample)
  return BEST - loss - delay
}

function problemIn(sample: SoundSample): SoundProblem {
  const { loss, delay } = impairmentsOf(sample)
  if (delay > loss) return sample.jitterMs > sample.roundTripMs / 4 ? 'jitter' : 'delay'
  return sample.late > sample.lost ? 'jitter' : 'loss'
}

export const READ_EVERY_MS = 2_000
/** Readings in a row after which the hint appears, and after which it goes: a hint that comes and goes helps little. */
const POOR_READINGS = 2
const GOOD_READINGS = 5

/** Follows readings; returns the problem to show after each. */
export function followSound(): (sample: SoundSample) => SoundProblem | null {
  let shown: SoundProblem | null = null
  let [poor, good] = [0, 0]
  return (sample) => {
    const rating = ratingOf(sample)
    poor = rating < POOR ? poor + 1 : 0
    good = rating >= GOOD ? good + 1 : 0
    if (poor >= POOR_READINGS) shown = problemIn(sample)
    if (good >= GOOD_READINGS) shown = null
    return shown
  }
}

/** Counters since the beginning of a call. */
export type SoundCounters = {
  received: number
  lost: number
  late: number
  jitterMs: number
  roundTripMs: number
  /** Share of our packets that the other side lost lately. */
  lostThere: number
}

const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

/** The counters of a report of RTCPeerConnection; undefined before the first packet. */
export function countersOf(report: RTCStatsReport): SoundCounters | undefined {
  let found: SoundCounters | undefined
  const elsewhere = { lostThere: 0, roundTripMs: 0 }
  for (const stats of report.values()) {
    if (stats.type === 'inbound-rtp' && stats.kind === 'audio')
      found = {
        received: numberOf(stats.packetsReceived),
        lost: numberOf(stats.packetsLost),
        late: numberOf(stats.packetsDiscarded),
        jitterMs: 1_000 * numberOf(stats.jitter),
        ...elsewhere,
      }
    if (stats.type === 'remote-inbound-rtp') elsewhere.lostThere = numberOf(stats.fractionLost)
    if (stats.type === 'candidate-pair' && stats.nominated)
      elsewhere.roundTripMs = 1_000 * numberOf(stats.currentRoundTripTime)
  }
  return found && { ...found, ...elsewhere }
}

/** What happened between two readings; undefined if no packet was due. */
export function sampleBetween(before: SoundCounters, now: SoundCounters): SoundSample | undefined {
  const lost = Math.max(0, now.lost - before.lost)
  const due = now.received - before.received + lost
  if (due <= 0) return undefined
  return {
    lost: Math.max(lost / due, now.lostThere),
    late: Math.max(0, now.late - before.late) / due,
    jitterMs: now.jitterMs,
    roundTripMs: now.roundTripMs,
  }
}
