import type { Random } from './random.ts'
import { makeRandom } from './random.ts'

/**
 * Sounds for the demo's recordings, made here: nobody speaks in them. Two voices that hum in syllables take turns, the
 * caller on the left and whoever answered on the right, at 8 kHz as telephones have it, so that the player shows two
 * sides, pauses and interruptions.
 */
const RATE = 8_000
const BYTES = 2
const CHANNELS = 2
const HEADER = 44
const LOUD = 11_000
const HISS = 60

/** Hertz of the voice and of the two resonances between which its vowels lie. */
type Voice = { pitch: number; low: [number, number]; high: [number, number] }
const voices: Voice[] = [
  { pitch: 196, low: [380, 860], high: [1_300, 2_300] },
  { pitch: 118, low: [300, 720], high: [900, 1_900] },
]

/** A dual-channel WAV of so many seconds; the same seed, the same sound. */
export function makeSound(seconds: number, seed: number): Buffer {
  const random = makeRandom(seed)
  const frames = seconds * RATE
  const wav = Buffer.alloc(HEADER + frames * CHANNELS * BYTES)
  writeHeader(wav, frames)
  const samples = new Int16Array(wav.buffer, wav.byteOffset + HEADER, frames * CHANNELS)
  for (let i = 0; i < samples.length; i++) samples[i] = (random.next() - 0.5) * HISS
  let at = RATE / 2
  // Whoever answers says so first.
  for (let turn = 1; at < frames; turn++) {
    const side = turn % CHANNELS
    const end = Math.min(frames, at + Math.floor(RATE * (1.2 + random.next() * 4)))
    speak(samples, { voice: voices[side] as Voice, side, from: at, until: end, random })
    // Some answer before the other has ended.
    at = end + Math.floor(RATE * (random.next() * 0.9 - 0.15))
  }
  return wav
}

type Speech = { voice: Voice; side: number; from: number; until: number; random: Random }
/** Syllables of a quarter of a second, about, with a pause between words; the pitch falls towards the end. */
function speak(samples: Int16Array, { voice, side, from, until, random }: Speech) {
  for (let at = from; at < until; ) {
    const length = Math.floor(RATE * (0.11 + random.next() * 0.14))
    const vowel = {
      low: between(voice.low, random.next()),
      high: between(voice.high, random.next()),
      pitch: voice.pitch * (1.12 - 0.25 * ((at - from) / (until - from)) + 0.08 * random.next()),
    }
    syllable(samples, { ...vowel, side, from: at, until: Math.min(at + length, until) })
    at += length + Math.floor(RATE * (random.chance(0.25) ? 0.12 + random.next() * 0.2 : 0.015))
  }
}

type Syllable = { low: number; high: number; pitch: number; side: number; from: number; until: number }
/** One pulse of the voice after the other, each of which makes two resonances ring and fade. */
function syllable(samples: Int16Array, { low, high, pitch, side, from, until }: Syllable) {
  const [period, length] = [Math.floor(RATE / pitch), until - from]
  const [slow, fast] = [(2 * Math.PI * low) / RATE, (2 * Math.PI * high) / RATE]
  for (let i = 0; i < length; i++) {
    const swell = Math.sin((Math.PI * i) / length) ** 0.7
    const since = i % period
    const rung = Math.exp(-since / 26) * Math.sin(slow * since) + 0.5 * Math.exp(-since / 16) * Math.sin(fast * since)
    const place = (from + i) * CHANNELS + side
    samples[place] = (samples[place] ?? 0) + swell * rung * LOUD
  }
}

const between = ([least, most]: [number, number], share: number) => least + (most - least) * share

function writeHeader(wav: Buffer, frames: number) {
  const bytes = frames * CHANNELS * BYTES
  wav.write('RIFF', 0)
  wav.writeUInt32LE(HEADER - 8 + bytes, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(CHANNELS, 22)
  wav.writeUInt32LE(RATE, 24)
  wav.writeUInt32LE(RATE * CHANNELS * BYTES, 28)
  wav.writeUInt16LE(CHANNELS * BYTES, 32)
  wav.writeUInt16LE(8 * BYTES, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(bytes, 40)
}
