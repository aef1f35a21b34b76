import { useSyncExternalStore } from 'react'

const RETRY_MS = 2_000

let waiting = 0
const listeners = new Set<() => void>()
const changeWaiting = (by: number) => {
  waiting += by
  for (const listener of listeners) listener()
}

/** Whether a part of the screen waits for the connection to load its code. */
export const useCodeWaits = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting > 0,
  )

/**
 * Loads code. Without a connection it waits and tries again, so that the screen shows its loading state instead of an
 * error. Throws if the server is reachable and the file cannot be loaded twice, as after an update of the server.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await load()
    } catch (error) {
      if (await isServerReachable()) failures += 1
      else await untilReachable()
      if (failures === 2) throw error
      reloadFailedStyles()
    }
  }
}

const isServerReachable = () =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

async function untilReachable() {
  changeWaiting(1)
  do await nextTry()
  while (!(await isServerReachable()))
  changeWaiting(-1)
}

/** The browser is online again, or a while has passed: the server may be back without the network having changed. */
const nextTry = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, RETRY_MS)
    window.addEventListener(
      'online',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })

/** The loader asks for a style sheet only once, so one that failed is inserted again. */
function reloadFailedStyles() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('head link[rel="stylesheet"]'))
    if (!link.sheet) link.replaceWith(link.cloneNode())
}
