import { setTimeout as sleep } from 'node:timers/promises'
import { readEvents } from '../../../web/lib/http/sse.ts'

const RETRY_MS = 300

/** Reads the event stream like a browser, resuming after disconnects; calls `take` for each new lead. */
export async function listen(base: string, headers: Record<string, string>, take: (leadId: string) => void) {
  let last = ''
  for (;;) {
    await readOnce().catch(() => {}) // disconnected: reconnects and catches up
    await sleep(RETRY_MS)
  }

  async function readOnce() {
    const reply = await fetch(`${base}/api/events${last && `?after=${last}`}`, { headers })
    if (!reply.ok || !reply.body) return
    for await (const { event, data, id } of readEvents(reply.body, () => {})) {
      if (id) last = id
      else if (event === 'ready') last ||= data
      else if (event === 'end') return
      if (event === 'change') takeChange(JSON.parse(data))
    }
  }

  function takeChange({ name, leadId }: { name: string; leadId: string }) {
    if (name === 'lead.created') take(leadId)
  }
}
