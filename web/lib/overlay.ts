import { useSyncExternalStore } from 'react'

/** Specification, section 9. */
export const OVERLAY_MIN_MS = 500
/** Shorter work shows no overlay. */
const OVERLAY_AFTER_MS = 150

let running = 0
let shownAt: number | undefined
const listeners = new Set<() => void>()
function set(at: number | undefined) {
  shownAt = at
  for (const listener of listeners) listener()
}

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Covers the whole view while the work runs. Once shown, it stays for at least 500 ms. */
export async function withOverlay<T>(work: Promise<T>): Promise<T> {
  running += 1
  const timer = setTimeout(() => set(shownAt ?? Date.now()), OVERLAY_AFTER_MS)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    if (shownAt !== undefined) await later(Math.max(0, OVERLAY_MIN_MS - (Date.now() - shownAt)))
    running -= 1
    if (running === 0) set(undefined)
  }
}

export const useOverlay = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shownAt !== undefined,
  )
