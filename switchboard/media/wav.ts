import { SAMPLE_RATE } from '../legs.ts'

export const WAV_HEADER_BYTES = 44
const PCM = 1
const EXTENSIBLE = 0xfffe

/** Returns the header of a 16-bit WAV file at the exchange's sample rate. */
export function wavHeader(channels: 1 | 2, dataBytes: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES)
  header.write('RIFF', 0)
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + dataBytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(PCM, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(SAMPLE_RATE, 24)
  header.writeUInt32LE(SAMPLE_RATE * channels * 2, 28)
  header.writeUInt16LE(channels * 2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(dataBytes, 40)
  return header
}

export type Sound = { rate: number; channels: Int16Array[] }

/** Reads a PCM file of 8 or 16 bits, any sample rate, one or two channels; returns undefined for anything else. */
export function readWav(file: Buffer): Sound | undefined {
  if (file.length < 12 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE')
    return undefined
  let format: { tag: number; channels: number; rate: number; bits: number } | undefined
  for (let at = 12; at + 8 <= file.length; ) {
    const id = file.toString('latin1', at, at + 4)
    const length = Math.min(file.readUInt32LE(at + 4), file.length - at - 8)
    const chunk = file.subarray(at + 8, at + 8 + length)
    if (id === 'fmt ' && length >= 16)
      format = {
        tag: chunk.readUInt16LE(0),
        channels: chunk.readUInt16LE(2),
        rate: chunk.readUInt32LE(4),
        bits: chunk.readUInt16LE(14),
      }
    if (id === 'data') return format && split(chunk, format)
    at += 8 + length + (length % 2)
  }
  return undefined
}

function split(
  chunk: Buffer,
  { tag, channels, rate, bits }: { tag: number; channels: number; rate: number; bits: number },
): Sound | undefined {
  if ((tag !== PCM && tag !== EXTENSIBLE) || ![1, 2].includes(channels) || ![8, 16].includes(bits) || rate < 1)
    return undefined
  const step = (bits / 8) * channels
  const count = Math.floor(chunk.length / step)
  const read = (at: number) => (bits === 8 ? (chunk.readUInt8(at) - 128) * 256 : chunk.readInt16LE(at))
  return {
    rate,
    channels: Array.from({ length: channels }, (_, channel) =>
      Int16Array.from({ length: count }, (_, i) => read(i * step + (channel * bits) / 8)),
    ),
  }
}

/** Mixes to mono and resamples to the exchange's sample rate. Each sample is the mean of the samples that it covers. */
export function toTelephone({ rate, channels }: Sound): Int16Array {
  const [first = new Int16Array(), second] = channels
  const mono = second ? first.map((sample, i) => (sample + (second[i] ?? 0)) / 2) : first
  if (rate === SAMPLE_RATE) return mono
  const ratio = rate / SAMPLE_RATE
  return Int16Array.from({ length: Math.floor(mono.length / ratio) }, (_, i) => {
    const from = Math.floor(i * ratio)
    const to = Math.max(from + 1, Math.floor((i + 1) * ratio))
    let sum = 0
    for (let at = from; at < to; at++) sum += mono[at] ?? 0
    return sum / (to - from)
  })
}
