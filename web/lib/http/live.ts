import type { QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type Mounted, useMounted } from '../mounted.ts'
import { connectLive, type LiveConnection, type LiveMessage } from './live-stream.ts'

/** What tabs tell each other: what came in, how far that is, and that the one who holds the stream should look at it. */
type Relayed = { message: LiveMessage; position: string | undefined } | { nudge: true }

/** What came in, or what this tab did to lists itself. */
type LiveSignal = LiveMessage | { kind: 'invalidated'; queryKey: QueryKey }

const listeners: Mounted<(message: LiveSignal) => void> = new Set()
/** Hears of everything that happens, in whichever tab the stream is. */
function subscribeLive(listener: (message: LiveSignal) => void) {
  const read = () => listener
  listeners.add(read)
  return () => {
    listeners.delete(read)
  }
}

let isConnected = true
/** Hands a message to what is mounted in this tab. */
export function deliverLive(message: LiveSignal) {
  if (message.kind === 'state') isConnected = message.connected
  for (const read of listeners) read()(message)
}

/**
 * Starts the person's event stream: one a browser, held by one tab and shared with the others (browsers allow six
 * connections a host). When that tab closes, another takes over where it was. Returns what ends it.
 */
export function startLive(userId: string) {
  const name = `leadline-live-${userId}`
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined
  const stop = new AbortController()
  let position: string | undefined
  let connection: LiveConnection | undefined

  const onMessage = (message: LiveMessage, at: string | undefined) => {
    position = at
    channel?.postMessage({ message, position: at } satisfies Relayed)
    deliverLive(message)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<Relayed>) => {
    if ('nudge' in data) return connection?.nudge()
    position = data.position
    deliverLive(data.message)
  })
  const lead = () =>
    new Promise<void>((resolve) => {
      connection = connectLive({ position, onMessage })
      stop.signal.addEventListener('abort', () => resolve())
    })
  // Locks exist only over https or on this machine; without them each tab holds a stream of its own.
  if ('locks' in navigator && channel)
    navigator.locks.request(name, { signal: stop.signal }, lead).catch(() => undefined)
  else void lead()

  const nudge = () => {
    if (document.visibilityState !== 'visible') return
    connection?.nudge()
    channel?.postMessage({ nudge: true } satisfies Relayed)
  }
  const retry = () => connection?.retry()
  window.addEventListener('online', nudge)
  window.addEventListener('offline', retry)
  document.addEventListener('visibilitychange', nudge)

  return () => {
    window.removeEventListener('online', nudge)
    window.removeEventListener('offline', retry)
    document.removeEventListener('visibilitychange', nudge)
    connection?.close()
    stop.abort()
    channel?.close()
    isConnected = true
  }
}

/** Calls back with every message while the screen is mounted. */
export const useLive = (listener: (message: LiveSignal) => void) => useMounted(listeners, listener)

/** Whether changes come in at once; false while the stream is being brought back. */
export const useLiveConnected = () => useSyncExternalStore(subscribeLive, () => isConnected)
