import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DigitReader, digitSteps } from './digits.ts'
import { decodeG711, encodeG711 } from './g711.ts'
import { readPacket, writePacket } from './packet.ts'
import { RtpReceiver } from './receiver.ts'
import { ReorderBuffer } from './reorder-buffer.ts'
import { MediaSocket } from './socket.ts'

const packet = (sequence: number, { timestamp = sequence * 160, source = 1, payloadType = 0 } = {}) => ({
  payloadType,
  marker: false,
  sequence: sequence & 0xffff,
  timestamp: timestamp >>> 0,
  source,
  payload: Buffer.alloc(160, 0xff),
})

describe('G.711', () => {
  it.each([
    ['PCMU', 0xff, 0],
    ['PCMU', 0x80, 32_124],
    ['PCMU', 0x00, -32_124],
    ['PCMA', 0xd5, 8],
    ['PCMA', 0xaa, 32_256],
    ['PCMA', 0x2a, -32_256],
  ] as const)('%s %i is %i', (codec, byte, sample) => {
    expect([...decodeG711(codec, Uint8Array.of(byte))]).toEqual([sample])
    expect([...encodeG711(codec, Int16Array.of(sample))]).toEqual([byte])
  })

  it('keeps every sample within a sixteenth of its size', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('PCMU' as const, 'PCMA' as const),
        fc.integer({ min: -32_768, max: 32_767 }),
        (codec, sample) => {
          const [back = 0] = decodeG711(codec, encodeG711(codec, Int16Array.of(sample)))
          return Math.abs(back - sample) <= Math.max(16, Math.abs(sample) / 16)
        },
      ),
    )
  })
})

describe('packets', () => {
  it('go out and come back the same, whatever surrounds the sound', () => {
    const plain = packet(65_535)
    expect(readPacket(writePacket(plain))).toEqual(plain)
    const dressed = Buffer.concat([
      Buffer.from([0xb1, 0x80, 0, 7, 0, 0, 0, 9, 0, 0, 0, 5]),
      Buffer.from([0, 0, 0, 1, 0xbe, 0xde, 0, 1, 1, 2, 3, 4]),
      Buffer.from([0xaa, 0xbb, 0, 2]),
    ])
    expect(readPacket(dressed)).toMatchObject({
      sequence: 7,
      timestamp: 9,
      source: 5,
      payload: Buffer.from([0xaa, 0xbb]),
    })
  })

  it('of any bytes do no harm', () => {
    const receiver = new RtpReceiver({ heard: () => undefined, pressed: () => undefined })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        if (bytes.length > 0) bytes[0] = 0x80 | (bytes[0] ?? 0)
        const read = readPacket(Buffer.from(bytes))
        if (read) receiver.accept(read)
      }),
    )
  })

  it('are heard in order, twins once; what stays away is counted', () => {
    const buffer = new ReorderBuffer()
    const order = [10, 12, 11, 11, 13, 15, 16, 17, 18, 14].flatMap((n) => buffer.accept(packet(n), n * 20))
    expect(order.map(({ sequence }) => sequence)).toEqual([10, 11, 12, 13, 15, 16, 17, 18])
    expect(order.map(({ at }) => at / 160)).toEqual([0, 1, 2, 3, 5, 6, 7, 8])
    expect(buffer).toMatchObject({ received: 8, lost: 1 })
  })

  it('count on over the end of their numbers, and a new stream over the old one’s clock', () => {
    const buffer = new ReorderBuffer()
    const numbers = [65_534, 65_535, 65_536, 65_537]
    const order = numbers.flatMap((n) => buffer.accept(packet(n, { timestamp: 2 ** 32 - 320 + (n - 65_534) * 160 }), 0))
    expect(order.map(({ at }) => at)).toEqual([0, 160, 320, 480])
    expect(buffer.accept(packet(5, { source: 2 }), 1_000)[0]?.at).toBe(480 + 8_000)
    expect(buffer.lost).toBe(0)
  })

  it('of 30 ms are heard in frames of 20', () => {
    const places: number[] = []
    const receiver = new RtpReceiver({ heard: (frame, at) => places.push(at + frame.length), pressed: () => undefined })
    for (const n of [0, 1, 2, 3]) receiver.accept({ ...packet(n, { timestamp: n * 240 }), payload: Buffer.alloc(240) })
    expect(places).toEqual([160, 320, 480, 640, 800, 960])
  })
})

describe('a key press', () => {
  it('is read once, though packets are lost', () => {
    const steps = [...digitSteps('4*4x')].filter((step) => step !== undefined)
    expect(steps).toHaveLength(33)
    for (const kept of [() => true, (n: number) => n % 3 === 2]) {
      const reader = new DigitReader()
      const read = steps.filter((_, n) => kept(n)).map(({ payload, press }) => reader.read(payload, press * 1_000))
      expect(read.filter(Boolean)).toEqual(['4', '*', '4'])
    }
  })
})

describe('a media socket', () => {
  it('drops what comes too late or goes nowhere', async () => {
    const socket = await MediaSocket.open('127.0.0.1', [41_300, 41_310])
    expect(socket?.port).toSatisfy((port: number) => port >= 41_300 && port % 2 === 0)
    socket?.send(Buffer.from('x'), { host: '240.0.0.1', port: 9 })
    socket?.send(Buffer.from('x'), { host: '127.0.0.1', port: 0 })
    socket?.close()
    socket?.send(Buffer.from('x'), { host: '127.0.0.1', port: 9 })
    socket?.close()
  })

  it('finds none when all ports of its range are taken', async () => {
    const first = await MediaSocket.open('127.0.0.1', [41_320, 41_321])
    expect(await MediaSocket.open('127.0.0.1', [41_320, 41_321])).toBeUndefined()
    first?.close()
  })
})
