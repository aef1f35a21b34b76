import { setTimeout as sleep } from 'node:timers/promises'
import { STREAM_PATH } from '../contract/events/live.ts'
import { newLead, post } from './sending.ts'
import { API, BASE, ownerHeaders } from './world.ts'

const SETTLE_MS = 2_000

/** Milliseconds from sending each of `times` leads until it arrives in another user's stream. */
export async function liveDelays(secretKey: string, times: number, delayMs: number): Promise<number[]> {
  await sleep(delayMs / 4)
  const abort = new AbortController()
  const stream = await fetch(`${API}${STREAM_PATH}`, { headers: await ownerHeaders(secretKey), signal: abort.signal })
  const arrived = new Map<string, number>()
  void follow(stream, arrived).catch(() => {})
  const sent = new Map<string, number>()
  for (let i = 0; i < times; i++) {
    const at = performance.now()
    const reply = await fetch(`${BASE}${post.path}`, { ...post, body: newLead() })
    sent.set(((await reply.json()) as { lead: { _id: string } }).lead._id, at)
    await sleep(20 + Math.random() * 20)
  }
  await sleep(SETTLE_MS)
  abort.abort()
  return [...sent].map(([id, at]) => (arrived.get(id) ?? Number.POSITIVE_INFINITY) - at)
}

async function follow(stream: Response, arrived: Map<string, number>) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream.body as ReadableStream<Uint8Array>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, id] = /"leadId":"([^"]+)"/.exec(line) ?? []
      if (id && !arrived.has(id)) arrived.set(id, performance.now())
    }
  }
}
