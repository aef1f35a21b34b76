import { setTimeout as sleep } from 'node:timers/promises'
import { startPolling } from '../../../platform/jobs/poll-loop.ts'
import { listUnwrittenBusinesses, takeDue } from './sending.queries.ts'
import { type SendDeps, sendDue } from './sending.service.ts'
import { type WriteDeps, writeBodies } from './writing.service.ts'

const POLL_MS = 500
/** Requests of this process at once. */
const AT_ONCE = 32
/** Of them to one receiver. */
const OF_WEBHOOK = 4
/** Longer than the longest try. */
const LEASE_MS = 60_000
/** Businesses whose bodies are written at once. */
const WRITTEN_AT_ONCE = 3
/** How long requests may end by themselves when the server stops. Others are sent again when their leases end. */
const STOP_MS = 3_000
const FIRST = '00000000-0000-0000-0000-000000000000'

type LoopDeps = SendDeps & WriteDeps

/** Writes bodies, and sends what is due; a slow receiver takes its own places only. */
export function startSendingWebhooks(deps: LoopDeps) {
  const stopping = new AbortController()
  const inFlight = new Set<Promise<unknown>>()
  const turn = { after: FIRST }
  const polling = startPolling(
    async () => {
      const written = await writeNext(deps, turn)
      await sendNext(deps, inFlight, stopping.signal)
      const sending = inFlight.size
      // A place that becomes free is used at once.
      if (sending) await Promise.race([...inFlight, sleep(POLL_MS, undefined, { ref: false })])
      return written + sending
    },
    POLL_MS,
    deps.onError,
  )
  return {
    async stop() {
      await polling.stop()
      await Promise.race([Promise.allSettled(inFlight), sleep(STOP_MS, undefined, { ref: false })])
      stopping.abort()
      await Promise.allSettled(inFlight)
    },
  }
}

/** Gives each of the next businesses a turn. */
async function writeNext(deps: LoopDeps, turn: { after: string }) {
  const businesses = await listUnwrittenBusinesses(deps.workerDb, { after: turn.after, most: WRITTEN_AT_ONCE })
  turn.after = businesses.at(-1) ?? FIRST
  const counts = await Promise.all(
    businesses.map((businessId) =>
      writeBodies(deps, businessId).catch((error: unknown) => {
        deps.onError(error)
        return 0
      }),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

async function sendNext(deps: LoopDeps, inFlight: Set<Promise<unknown>>, stop: AbortSignal) {
  const most = AT_ONCE - inFlight.size
  if (most <= 0) return
  const now = deps.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const due = await takeDue(deps.workerDb, { now, leaseUntil, ofWebhook: OF_WEBHOOK, most })
  for (const delivery of due) {
    const sending: Promise<unknown> = sendDue(deps, delivery, stop)
      .catch(deps.onError)
      .finally(() => inFlight.delete(sending))
    inFlight.add(sending)
  }
}
