import type { QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type Mounted, useMounted } from '../mounted.ts'
import { connectLive, type LiveConnection, type LiveMessage } from './live-stream.ts'

/** Messages between tabs: events with their position, or a nudge for the tab that holds the stream. */
type Relayed = { message: LiveMessage; position: string | undefined } | { nudge: true }

/** A message of the stream, or a list invalidation made by this tab. */
export type LiveSignal = LiveMessage | { kind: 'invalidated'; queryKey: QueryKey }

const listeners: Mounted<(message: LiveSignal) => void> = new Set()
/** Receives all messages, whichever tab holds the stream. */
export function subscribeLive(listener: (message: LiveSignal) => void) {
  const read = () => listener
  listeners.add(read)
  return () => {
    listeners.delete(read)
  }
}

let isConnected = true
/** Delivers a message to the mounted components of this tab. */
export function deliverLive(message: LiveSignal) {
  if (message.kind === 'state') isConnected = message.connected
  for (const read of listeners) read()(message)
}

/**
 * Starts the user's event stream: one per browser, held by one tab and shared with the others, because browsers allow
 * six connections per host. When that tab closes, another continues at the same position. It begins at `from`. Returns the
 * stop function.
 */
export function startLive(userId: string, from: string) {
  const name = `leadline-live-${userId}`
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined
  const stop = new AbortController()
  let position: string | undefined = from
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
  // Web Locks require https or localhost; without them each tab has its own stream.
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

/** Calls `listener` with every message while mounted. */
export const useLive = (listener: (message: LiveSignal) => void) => useMounted(listeners, listener)

/** Whether events arrive live; false while reconnecting. */
export const useLiveConnected = () => useSyncExternalStore(subscribeLive, () => isConnected)
