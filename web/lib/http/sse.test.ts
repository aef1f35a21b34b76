import { describe, expect, it, vi } from 'vitest'
import { readEvents } from './sse.ts'

const bytes = new TextEncoder()
/** A stream that arrives in exactly these chunks. */
const arriving = (...pieces: (string | Uint8Array)[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? bytes.encode(piece) : piece)
      controller.close()
    },
  })
const all = async (stream: ReadableStream<Uint8Array>, onBytes: () => void = () => undefined) =>
  Array.fromAsync(readEvents(stream, onBytes))

describe('reading server-sent events', () => {
  it('reads name, id and data of each', async () => {
    const events = await all(arriving('event: ready\ndata: 7:a\n\nevent: change\nid: 8:b\ndata: {"x":1}\n\n'))
    expect(events).toEqual([
      { event: 'ready', data: '7:a' },
      { event: 'change', id: '8:b', data: '{"x":1}' },
    ])
  })

  it('puts together what arrives in pieces, even within one Hebrew letter', async () => {
    const whole = bytes.encode('event: change\ndata: "שלום"\n\n')
    const events = await all(arriving(whole.slice(0, 9), whole.slice(9, 22), whole.slice(22)))
    expect(events).toEqual([{ event: 'change', data: '"שלום"' }])
  })

  it('takes a heartbeat for a sign of life and nothing more', async () => {
    const onBytes = vi.fn()
    expect(await all(arriving(':\n\n', ':\n\n'), onBytes)).toEqual([])
    expect(onBytes).toHaveBeenCalledTimes(2)
  })

  it('drops an event that was cut off, and joins several lines of data', async () => {
    expect(await all(arriving('data: a\ndata: b\r\n\r\ndata: c'))).toEqual([{ event: 'message', data: 'a\nb' }])
  })
})
