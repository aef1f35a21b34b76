import { describe, expect, test } from 'vitest'
import { countersOf, followSound, ratingOf, type SoundSample, sampleBetween } from './sound-quality.ts'

const GOOD: SoundSample = { lost: 0, late: 0, jitterMs: 2, roundTripMs: 20 }
const LOSSY: SoundSample = { ...GOOD, lost: 0.15 }

/** Ie of G.113 for G.711: 95 · p / (p + 25.1); Id of G.107 after Cole and Rosenbluth; by hand. */
test.each([
  ['without impairments: 93.2 − 0.024 · 40', { ...GOOD, jitterMs: 0, roundTripMs: 0 }, 92.2],
  ['5 % loss: 92.2 − 15.8', { lost: 0.05, late: 0, jitterMs: 0, roundTripMs: 0 }, 76.5],
  ['10 % loss: 92.2 − 27.1', { lost: 0.06, late: 0.04, jitterMs: 0, roundTripMs: 0 }, 65.2],
  ['a second of delay: 93.2 − 0.024 · 540 − 0.11 · 362.7', { ...GOOD, jitterMs: 0, roundTripMs: 1_000 }, 40.3],
])('the rating %s', (_what, sample, expected) => expect(ratingOf(sample)).toBeCloseTo(expected, 1))

describe('the hint', () => {
  const follow = (samples: SoundSample[]) => samples.map(followSound()).at(-1)
  test('appears after two poor readings in a row', () => {
    expect(follow([LOSSY])).toBeNull()
    expect(follow([LOSSY, GOOD, LOSSY])).toBeNull()
    expect(follow([LOSSY, LOSSY])).toBe('loss')
  })
  test('goes after five good ones, not after fair ones', () => {
    const shown = [LOSSY, LOSSY]
    expect(follow([...shown, GOOD, GOOD, GOOD, GOOD])).toBe('loss')
    expect(follow([...shown, GOOD, GOOD, GOOD, GOOD, GOOD])).toBeNull()
    const fair = { ...GOOD, lost: 0.05 }
    expect(follow([...shown, ...Array(9).fill(fair)])).toBe('loss')
  })
  test.each<[string, Partial<SoundSample>]>([
    ['loss', { lost: 0.12, late: 0.02 }],
    ['jitter', { lost: 0.02, late: 0.12 }],
    ['jitter', { jitterMs: 200, roundTripMs: 60 }],
    ['delay', { roundTripMs: 900 }],
  ])('says %s of %o', (problem, sample) => {
    const poor = { ...GOOD, ...sample }
    expect(follow([poor, poor])).toBe(problem)
  })
})

test('a reading is what happened since the one before, in the worse direction', () => {
  const report = (inbound: object, fractionLost = 0) =>
    countersOf(
      new Map<string, object>([
        ['in', { type: 'inbound-rtp', kind: 'audio', jitter: 0.004, ...inbound }],
        ['out', { type: 'remote-inbound-rtp', fractionLost }],
        ['old', { type: 'candidate-pair', nominated: false, currentRoundTripTime: 3 }],
        ['pair', { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.05 }],
      ]) as never,
    )
  const before = report({ packetsReceived: 100, packetsLost: 10, packetsDiscarded: 1 })
  const now = report({ packetsReceived: 180, packetsLost: 30, packetsDiscarded: 6 })
  if (!before || !now) throw new Error('There are packets')
  expect(sampleBetween(before, now)).toEqual({ lost: 0.2, late: 0.05, jitterMs: 4, roundTripMs: 50 })
  const there = report({ packetsReceived: 180, packetsLost: 30, packetsDiscarded: 6 }, 0.4)
  expect(there && sampleBetween(before, there)?.lost).toBe(0.4)
  expect(sampleBetween(now, now), 'no packets').toBeUndefined()
  expect(countersOf(new Map() as never)).toBeUndefined()
})
