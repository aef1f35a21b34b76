export type ServerEvent = { event: string; data: string; id?: string }

/** Parses server-sent events from a byte stream; `onBytes` is called for every chunk, heartbeats included. */
export async function* readEvents(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      onBytes()
      const blocks = (rest + value.replaceAll('\r', '')).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parse(block)
        if (event) yield event
      }
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

function parse(block: string): ServerEvent | undefined {
  const data: string[] = []
  let event = 'message'
  let id: string | undefined
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon === 0) continue
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id') id = value
  }
  return data.length === 0 && event === 'message' ? undefined : { event, data: data.join('\n'), ...(id && { id }) }
}
