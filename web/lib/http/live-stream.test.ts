import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HEARTBEAT_MS } from '#contract/events/live.ts'
import { BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../testing/fakes.ts'
import { connectLive, type LiveMessage } from './live-stream.ts'

const change = (position: string) => ({
  position,
  name: 'lead.created',
  businessId: BUSINESS_ID,
  campaignId: CAMPAIGN_ID,
  actor: { userId: USER_ID },
  at: '2025-11-20T09:00:00Z',
})

/** A server whose streams the test writes to and closes; `asked` holds the requested positions. */
function streams() {
  const asked: (string | null)[] = []
  const open: ReadableStreamDefaultController<Uint8Array>[] = []
  const state = { isDown: false }
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    if (state.isDown) throw new TypeError('Failed to fetch')
    asked.push(new URL(url, 'http://localhost').searchParams.get('after'))
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        open.push(controller)
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body)
  })
  const write = (text: string) => open.at(-1)?.enqueue(new TextEncoder().encode(text))
  return {
    asked,
    state,
    write,
    send: (event: string, data: unknown, id: string) =>
      write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`),
    close: () => open.at(-1)?.close(),
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
let messages: LiveMessage[]
const connect = (position?: string) => connectLive({ position, onMessage: (message) => messages.push(message) })
const changes = () => messages.flatMap((message) => (message.kind === 'change' ? [message.event.position] : []))

beforeEach(() => {
  vi.useFakeTimers()
  messages = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the event stream', () => {
  it('tells what happens, and comes back for what it missed', async () => {
    const server = streams()
    const live = connect()
    await settle()
    server.write('event: ready\ndata: 5:a\n\n')
    server.send('change', change('6:b'), '6:b')
    await settle()
    expect(changes()).toEqual(['6:b'])
    server.close()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.asked).toEqual([null, '6:b'])
    live.close()
  })

  it('asks from where it began when nothing had happened yet', async () => {
    const server = streams()
    const live = connect()
    await settle()
    server.write('event: ready\ndata: 5:a\n\n')
    await settle()
    server.close()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.asked).toEqual([null, '5:a'])
    live.close()
  })

  it('has everything fetched again where the server no longer knows what was missed', async () => {
    const server = streams()
    const live = connect('1:a')
    await settle()
    server.write('event: missed\ndata: 9:z\n\n')
    await settle()
    expect(messages).toContainEqual({ kind: 'resync' })
    server.close()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.asked).toEqual(['1:a', '9:z'])
    live.close()
  })

  it('takes silence for a dead connection, but not while heartbeats come', async () => {
    const server = streams()
    const live = connect()
    await settle()
    server.write('event: ready\ndata: 5:a\n\n')
    for (let beat = 0; beat < 4; beat += 1) {
      await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
      server.write(':\n\n')
    }
    await settle()
    expect(server.asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(3.5 * HEARTBEAT_MS)
    expect(server.asked).toHaveLength(2)
    live.close()
  })

  it('waits longer and longer while the server is away, and looks at once when nudged', async () => {
    const server = streams()
    server.state.isDown = true
    const live = connect('5:a')
    await vi.advanceTimersByTimeAsync(60_000)
    server.state.isDown = false
    live.nudge()
    await settle()
    expect(server.asked).toEqual(['5:a'])
    live.close()
  })

  it('looks at a stream that fell silent while the machine slept at once when it wakes, and leaves a fresh one alone', async () => {
    const server = streams()
    const live = connect()
    await settle()
    server.write('event: ready\ndata: 5:a\n\n')
    await settle()
    live.nudge()
    await settle()
    expect(server.asked).toHaveLength(1)
    // Sleep: time passes without timers firing.
    vi.setSystemTime(Date.now() + 2 * HEARTBEAT_MS)
    live.nudge()
    await settle()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.asked).toHaveLength(2)
    live.close()
  })

  it('says whether it is connected', async () => {
    const server = streams()
    const live = connect()
    await settle()
    server.write('event: ready\ndata: 5:a\n\n')
    await settle()
    server.close()
    await settle()
    expect(messages.filter(({ kind }) => kind === 'state')).toEqual([
      { kind: 'state', connected: true },
      { kind: 'state', connected: false },
    ])
    live.close()
  })
})
