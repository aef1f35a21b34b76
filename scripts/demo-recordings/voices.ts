import { makeRandom, type Random } from '../../db/demo/random.ts'
import { wavHeader } from '../../switchboard/media/wav.ts'

/**
 * Synthetic voices of the demo's recordings; no person speaks. Two voices hum syllables in turn, at 8 kHz like
 * telephones, so that the player shows two channels, pauses and interruptions.
 */
const RATE = 8_000
const BYTES = 2
const LOUD = 11_000

/** Hertz of the voice and of the two resonances between which its vowels lie. */
type Voice = { pitch: number; low: [number, number]; high: [number, number] }
/** The voices of the caller and of the person who answers. */
const voices: Voice[] = [
  { pitch: 196, low: [380, 860], high: [1_300, 2_300] },
  { pitch: 118, low: [300, 720], high: [900, 1_900] },
]

/** Both sides of a talk of this many seconds, a WAV each; deterministic by seed. */
export function makeTalk(seconds: number, seed: number): { caller: Buffer; answerer: Buffer } {
  const random = makeRandom(seed)
  const frames = seconds * RATE
  const sides = voices.map(() => new Int16Array(frames))
  let at = RATE / 2
  // The person who answers speaks first.
  for (let turn = 1; at < frames; turn++) {
    const side = turn % voices.length
    const end = Math.min(frames, at + Math.floor(RATE * (1.2 + random.next() * 4)))
    speak(sides[side] as Int16Array, { voice: voices[side] as Voice, from: at, until: end, random })
    // Some answer before the other has ended.
    at = end + Math.floor(RATE * (random.next() * 0.9 - 0.15))
  }
  const [caller, answerer] = sides.map((samples) =>
    Buffer.concat([wavHeader(1, frames * BYTES), Buffer.from(samples.buffer)]),
  )
  return { caller: caller as Buffer, answerer: answerer as Buffer }
}

type Speech = { voice: Voice; from: number; until: number; random: Random }
/** Syllables of about a quarter of a second, with pauses between words; the pitch falls towards the end. */
function speak(samples: Int16Array, { voice, from, until, random }: Speech) {
  for (let at = from; at < until; ) {
    const length = Math.floor(RATE * (0.11 + random.next() * 0.14))
    const vowel = {
      low: between(voice.low, random.next()),
      high: between(voice.high, random.next()),
      pitch: voice.pitch * (1.12 - 0.25 * ((at - from) / (until - from)) + 0.08 * random.next()),
    }
    syllable(samples, { ...vowel, from: at, until: Math.min(at + length, until) })
    at += length + Math.floor(RATE * (random.chance(0.25) ? 0.12 + random.next() * 0.2 : 0.015))
  }
}

type Syllable = { low: number; high: number; pitch: number; from: number; until: number }
/** A train of pulses; each excites two decaying resonances. */
function syllable(samples: Int16Array, { low, high, pitch, from, until }: Syllable) {
  const [period, length] = [Math.floor(RATE / pitch), until - from]
  const [slow, fast] = [(2 * Math.PI * low) / RATE, (2 * Math.PI * high) / RATE]
  for (let i = 0; i < length; i++) {
    const swell = Math.sin((Math.PI * i) / length) ** 0.7
    const since = i % period
    const rung = Math.exp(-since / 26) * Math.sin(slow * since) + 0.5 * Math.exp(-since / 16) * Math.sin(fast * since)
    const place = from + i
    samples[place] = (samples[place] ?? 0) + swell * rung * LOUD
  }
}

const between = ([least, most]: [number, number], share: number) => least + (most - least) * share
