/** Sounds of the telephone: 8,000 samples a second, of 16 bits. */
const RATE = 8_000
export const HEADER_BYTES = 44
export const BYTES_A_SECOND = RATE * 2

/** A WAV file with these samples. */
export function wavOf(samples: Buffer): Buffer {
  const head = Buffer.alloc(HEADER_BYTES)
  head.write('RIFF', 0)
  head.writeUInt32LE(HEADER_BYTES - 8 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(BYTES_A_SECOND, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

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
/** The music in the box: fifteen seconds of quiet broken chords, which follow themselves without a break. */
export function musicInTheBox(): Buffer {
  music ??= wavOf(samplesOf())
  return music
}

function samplesOf(): Buffer {
  const length = RATE * NOTE_SECONDS * NOTES_A_CHORD * CHORDS.length
  const sum = new Float64Array(length)
  for (const [c, chord] of CHORDS.entries())
    for (const [n, tone] of ORDER.entries()) {
      const hertz = 220 * 2 ** ((chord[tone] ?? 0) / 12)
      const from = Math.round((c * NOTES_A_CHORD + n) * NOTE_SECONDS * RATE)
      for (let i = 0; i < RATE * FADE_SECONDS * 2; i++) {
        const time = i / RATE
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
