import { afterAll } from 'vitest'
import { waitFor } from './wait-for.ts'

export type StreamEvent = { event: string; data: string; id: string | undefined }

/** Reads GET /api/events of a listening server and stores all events. */
export async function openStream(
  base: string,
  authorization: string,
  { after, language = 'en' }: { after?: string; language?: string } = {},
) {
  const aborter = new AbortController()
  afterAll(() => aborter.abort())
  const url = new URL('/api/events', base)
  if (after !== undefined) url.searchParams.set('after', after)
  const reply = await fetch(url, {
    headers: { authorization, 'accept-language': language, 'accept-encoding': 'gzip' },
    signal: aborter.signal,
  })
  const events: StreamEvent[] = []
  let isOver = false
  const reading = (async () => {
    let text = ''
    for await (const chunk of reply.body ?? []) {
      text += new TextDecoder().decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      events.push(...blocks.filter((block) => !block.startsWith(':')).map(readBlock))
    }
  })()
  void reading
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  const of = (kind: string) => events.filter(({ event }) => event === kind)
  return {
    status: reply.status,
    headers: reply.headers,
    events,
    of,
    changes: () => of('change').map(({ data }) => JSON.parse(data)),
    notifications: () => of('notification').map(({ data }) => JSON.parse(data)),
    heard: (kind: string, count = 1) => waitFor(() => of(kind).length >= count && of(kind)),
    over: () => waitFor(() => isOver),
    close: () => aborter.abort(),
  }
}

function readBlock(block: string): StreamEvent {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { event: fields.get('event') ?? '', data: fields.get('data') ?? '', id: fields.get('id') }
}
