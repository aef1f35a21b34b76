import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/**
 * Folder of sounds, made in advance by robots of the exchange (scripts/demo-recordings.ts), so that the demo starts
 * quickly.
 */
export const SOUNDS = new URL('./sounds/', import.meta.url)
/** Length of each recording in whole seconds. */
export const SOUND_SECONDS = [12, 9, 14, 11, 8, 13, 10, 15, 9, 12, 11, 14]
/** Both sides in sequence, G.711 µ-law at 8 kHz, compressed. */
export const nameOfSound = (i: number) => `${String(i + 1).padStart(2, '0')}.ulaw.gz`

const RATE = 8_000
const BYTES = 2
const CHANNELS = 2
const HEADER = 44
const BIAS = 0x84

/** ITU-T G.711. */
const linear = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte & 0xff
  const size = (((bits & 0x0f) << 3) + BIAS) << ((bits & 0x70) >> 4)
  return bits & 0x80 ? BIAS - size : size - BIAS
})

/** A recording in the exchange's format: 16-bit WAV, the caller on the left and the member on the right. */
export function readSound(i: number): Buffer {
  const packed = gunzipSync(readFileSync(new URL(nameOfSound(i), SOUNDS)))
  const frames = packed.length / CHANNELS
  const wav = Buffer.alloc(HEADER + frames * CHANNELS * BYTES)
  writeHeader(wav, frames)
  const samples = new Int16Array(wav.buffer, wav.byteOffset + HEADER, frames * CHANNELS)
  for (let frame = 0; frame < frames; frame++)
    for (let side = 0; side < CHANNELS; side++)
      samples[frame * CHANNELS + side] = linear[packed[side * frames + frame] ?? 0] ?? 0
  return wav
}

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
