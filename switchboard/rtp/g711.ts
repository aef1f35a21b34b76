/**
 * ITU-T G.711: one byte per sample, 8,000 samples per second. RFC 3551 fixes the payload types 0 (µ-law) and 8 (A-law).
 */
export type Codec = 'PCMU' | 'PCMA'

export const PAYLOAD_TYPES: Record<Codec, number> = { PCMU: 0, PCMA: 8 }

const BIAS = 0x84
const CLIP = 32_635

const MU_TO_LINEAR = Int16Array.from({ length: 256 }, (_, byte) => muToLinear(byte))
const A_TO_LINEAR = Int16Array.from({ length: 256 }, (_, byte) => aToLinear(byte))
const LINEAR_TO_MU = Uint8Array.from({ length: 65_536 }, (_, index) => linearToMu(index - 32_768))
const LINEAR_TO_A = Uint8Array.from({ length: 65_536 }, (_, index) => linearToA(index - 32_768))

export function decodeG711(codec: Codec, payload: Uint8Array): Int16Array {
  const table = codec === 'PCMU' ? MU_TO_LINEAR : A_TO_LINEAR
  const samples = new Int16Array(payload.length)
  for (let at = 0; at < samples.length; at++) samples[at] = table[payload[at] ?? 0] ?? 0
  return samples
}

export function encodeG711(codec: Codec, samples: Int16Array): Buffer {
  const table = codec === 'PCMU' ? LINEAR_TO_MU : LINEAR_TO_A
  const payload = Buffer.alloc(samples.length)
  for (let at = 0; at < samples.length; at++) payload[at] = table[(samples[at] ?? 0) + 32_768] ?? 0
  return payload
}

function muToLinear(byte: number): number {
  const inverted = ~byte & 0xff
  const size = (((inverted & 0x0f) << 3) + BIAS) << ((inverted & 0x70) >> 4)
  return inverted & 0x80 ? BIAS - size : size - BIAS
}

function linearToMu(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0
  const size = Math.min(Math.abs(sample), CLIP) + BIAS
  const segment = 31 - Math.clz32(size) - 7
  return ~(sign | (segment << 4) | ((size >> (segment + 3)) & 0x0f)) & 0xff
}

function aToLinear(byte: number): number {
  const even = byte ^ 0x55
  const segment = (even & 0x70) >> 4
  const low = ((even & 0x0f) << 4) + 8
  const size = segment === 0 ? low : (low + 0x100) << (segment - 1)
  return even & 0x80 ? size : -size
}

function linearToA(sample: number): number {
  const sign = sample >= 0 ? 0x80 : 0
  const size = sample >= 0 ? sample : ~sample
  const segment = size < 256 ? 0 : 31 - Math.clz32(size) - 7
  const low = segment === 0 ? size >> 4 : (size >> (segment + 3)) & 0x0f
  return (sign | (segment << 4) | low) ^ 0x55
}
