import { SAMPLE_RATE, wavOf } from '../wav.rules.ts'

/** Broken chords, in semitones from the A below the middle C: C, A minor, F, G. */
const CHORDS = [
  [3, 7, 10, 15],
  [0, 3, 7, 12],
  [-4, 0, 3, 8],
  [-2, 2, 5, 10],
]
const NOTE_SECONDS = 0.46875
const NOTES_A_CHORD = 8
const ORDER = [0, 1, 2, 3, 2, 1, 2, 3]
const LOUDNESS = 5_000
const FADE_SECONDS = 1.2

let music: Buffer | undefined
/** The built-in music: fifteen seconds of quiet broken chords, which follow themselves without a break. */
export function builtInMusic(): Buffer {
  music ??= wavOf(samplesOf())
  return music
}

function samplesOf(): Buffer {
  const length = SAMPLE_RATE * NOTE_SECONDS * NOTES_A_CHORD * CHORDS.length
  const sum = new Float64Array(length)
  for (const [c, chord] of CHORDS.entries())
    for (const [n, tone] of ORDER.entries()) {
      const hertz = 220 * 2 ** ((chord[tone] ?? 0) / 12)
      const from = Math.round((c * NOTES_A_CHORD + n) * NOTE_SECONDS * SAMPLE_RATE)
      for (let i = 0; i < SAMPLE_RATE * FADE_SECONDS * 2; i++) {
        const time = i / SAMPLE_RATE
        const volume = Math.min(1, time * 50) * Math.exp((-3 * time) / FADE_SECONDS)
        const wave = Math.sin(2 * Math.PI * hertz * time) + Math.sin(4 * Math.PI * hertz * time) / 4
        // What sounds on after the end sounds at the beginning.
        sum[(from + i) % length] = (sum[(from + i) % length] ?? 0) + volume * wave
      }
    }
  const loudest = sum.reduce((most, one) => Math.max(most, Math.abs(one)), 1)
  const samples = Buffer.alloc(length * 2)
  for (const [i, one] of sum.entries()) samples.writeInt16LE(Math.round((one / loudest) * LOUDNESS), i * 2)
  return samples
}
