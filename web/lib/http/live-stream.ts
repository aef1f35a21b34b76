import { HEARTBEAT_MS, LiveEvent, STREAM_PATH } from '#contract/events/live.ts'
import { Notification } from '#contract/notifications/notifications.ts'
import { ApiError, openStream } from './call.ts'
import { readEvents, type ServerEvent } from './sse.ts'

export type LiveMessage =
  | { kind: 'change'; event: LiveEvent }
  | { kind: 'notification'; notification: Notification }
  | { kind: 'viewers'; leadId: string }
  /** Events may have been missed: refetch what is shown. */
  | { kind: 'resync' }
  | { kind: 'state'; connected: boolean }

/** Silence after which the connection counts as dead (after a laptop slept). */
const SILENCE_MS = 2.5 * HEARTBEAT_MS
/** Silence after which `nudge` reconnects. */
const FRESH_MS = 1.5 * HEARTBEAT_MS
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

export type LiveConnection = { close: () => void; nudge: () => void; retry: () => void }
type StreamOptions = {
  position: string | undefined
  onMessage: (message: LiveMessage, position: string | undefined) => void
}

/**
 * A persistent event stream: reconnects after failures (with growing delays), after silence and after its token
 * expired, and catches up on missed events. `nudge` (wake-up, network back) checks the connection at once; `retry`
 * (network lost) reconnects, because a cut connection may stay silent for long.
 */
export function connectLive({ position, onMessage }: StreamOptions): LiveConnection {
  let last = position
  let heard = Date.now()
  let isClosed = false
  let running = new AbortController()
  const waiting = backoff()

  const tell = (message: LiveMessage) => onMessage(message, last)
  const take = ({ event, data, id }: ServerEvent) => {
    if (event === 'ready') {
      last ??= data
      waiting.reset()
      tell({ kind: 'state', connected: true })
      return
    }
    if (id) last = id
    if (event === 'missed') {
      last = data || undefined
      tell({ kind: 'resync' })
      return
    }
    const message = messageOf(event, data)
    if (message) tell(message)
  }

  const listen = async () => {
    running = new AbortController()
    heard = Date.now()
    const response = await openStream(STREAM_PATH, { after: last }, running.signal)
    if (!response.body) return
    const sign = () => {
      heard = Date.now()
    }
    for await (const event of readEvents(response.body, sign)) {
      take(event)
      if (event.event === 'end') return
    }
  }

  const watchdog = setInterval(() => {
    if (Date.now() - heard > SILENCE_MS) running.abort()
  }, HEARTBEAT_MS / 2)

  const run = async () => {
    while (!isClosed) {
      const failure = await listen().then(
        () => undefined,
        (error: unknown) => error,
      )
      if (isClosed) return
      tell({ kind: 'state', connected: false })
      if (failure instanceof ApiError && failure.status === 401) return
      await waiting.pause()
    }
  }
  void run()

  return {
    close: () => {
      isClosed = true
      clearInterval(watchdog)
      running.abort()
      waiting.wake()
    },
    nudge: () => {
      if (Date.now() - heard > FRESH_MS) running.abort()
      waiting.reset()
      waiting.wake()
    },
    retry: () => running.abort(),
  }
}

/** Exponential backoff with jitter; `wake` ends the wait. */
function backoff() {
  let wait = FIRST_WAIT_MS
  let wake: () => void = () => undefined
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, wait * (0.5 + Math.random()))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    })
  return {
    pause,
    wake: () => wake(),
    reset: () => {
      wait = FIRST_WAIT_MS
    },
  }
}

function messageOf(event: string, data: string): LiveMessage | undefined {
  if (event === 'change') {
    const change = LiveEvent.safeParse(JSON.parse(data))
    return change.success ? { kind: 'change', event: change.data } : undefined
  }
  if (event === 'viewers') return { kind: 'viewers', leadId: JSON.parse(data).leadId }
  if (event === 'notification') {
    const notification = Notification.safeParse(JSON.parse(data))
    return notification.success ? { kind: 'notification', notification: notification.data } : undefined
  }
  return undefined
}
