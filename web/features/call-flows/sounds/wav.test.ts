import { expect, it } from 'vitest'
import { wavOf } from './wav.ts'

it('writes samples as WAV of 8 kHz, 16 bits and one channel', async () => {
  const bytes = new DataView(await wavOf(new Float32Array([0, 1, -1, 0.5, 2])).arrayBuffer())
  const text = (at: number) => String.fromCharCode(...[0, 1, 2, 3].map((i) => bytes.getUint8(at + i)))
  expect([text(0), text(8), text(12), text(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data'])
  // After the first eight bytes: 36 of the head and 10 of samples.
  expect(bytes.getUint32(4, true)).toBe(46)
  expect([20, 22, 32, 34].map((at) => bytes.getUint16(at, true))).toEqual([1, 1, 2, 16])
  expect([24, 28, 40].map((at) => bytes.getUint32(at, true))).toEqual([8_000, 16_000, 10])
  expect([44, 46, 48, 50, 52].map((at) => bytes.getInt16(at, true))).toEqual([0, 32_767, -32_768, 16_384, 32_767])
})
