import { useSyncExternalStore } from 'react'
import { isTalkingHere } from '../on-the-line.ts'
import { storage } from '../storage.ts'
import { hasDrafts } from '../unsaved/drafts.ts'
import { hasUnsaved } from '../unsaved/unsaved.ts'
import { NotArrived } from './load-files.ts'

const RETRY_MS = 2_000
/** Number of failures with a reachable server, after which only a reload of the page helps. */
const FAILURES = 3
/**
 * At most one automatic reload within this time: if two servers of different versions answer alternately, the page must
 * not reload endlessly.
 */
const RELOAD_AGAIN_MS = 60_000

/**
 * Why a part of the screen waits: for the connection, or for a reload: a new version of the server, or a lost file.
 * `offer`: nothing waits, and a new version can be loaded.
 */
export type CodeWait = 'connection' | 'version' | 'file' | 'offer'
const waiting: Record<CodeWait, number> = { connection: 0, version: 0, file: 0, offer: 0 }
const PRIORITY = ['version', 'file', 'connection', 'offer'] as const
const listeners = new Set<() => void>()
const changeWaiting = (why: CodeWait, by: number) => {
  waiting[why] += by
  for (const listener of listeners) listener()
}

export const useCodeWait = (): CodeWait | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => PRIORITY.find((why) => waiting[why] > 0),
  )

/**
 * Loads code. Where the connection breaks off it waits and tries again, so that the screen shows its loading state
 * instead of an error. Chromium remembers a module that failed as failed for the life of the page, and an update of the
 * server removes files: then the page is loaded again, at once where nothing typed is lost, else when the person agrees.
 * Throws if a reload within the last minute did not help.
 */
export const loadCode = <T>(load: () => Promise<T>): Promise<T> =>
  showingWait(async (wait) => {
    for (let failures = 0; ; ) {
      try {
        const code = await load()
        await repairStyles()
        return code
      } catch (error) {
        const before = failures
        if (!(await isConnectionLost(error))) failures += 1
        if (failures === FAILURES) await orReload(error)
        // The first failure of a server that can be reached is retried at once.
        if (failures !== 1 || before !== 0) await wait()
      }
    }
  })

/** Asks again until the server is reached; other failures are the caller's. */
export const untilConnected = <T>(ask: () => Promise<T>, isLost: (error: unknown) => boolean): Promise<T> =>
  showingWait(async (wait) => {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (!isLost(error)) throw error
        await wait()
      }
    }
  })

/** Runs `act`, and shows that the screen waits for the connection from its first wait until it ends. */
async function showingWait<T>(act: (wait: () => Promise<void>) => Promise<T>): Promise<T> {
  let isWaiting = false
  try {
    return await act(async () => {
      if (!isWaiting) changeWaiting('connection', 1)
      isWaiting = true
      await nextTry()
    })
  } finally {
    if (isWaiting) changeWaiting('connection', -1)
  }
}

const isConnectionLost = async (error: unknown) =>
  error instanceof NotArrived ||
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => false,
    () => true,
  )

/** Throws the error where a reload does not help. */
async function orReload(error: unknown): Promise<never> {
  await reloaded((await isUpdated()) ? 'version' : 'file')
  throw error
}

/** The browser is online again, or a while has passed: a server on this machine is reached without any network. */
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

/** Whether the server's page begins with other files than this one did. */
async function isUpdated() {
  const own = [...document.querySelectorAll('script[type=module][src]')].map(
    (script) => script.getAttribute('src') ?? '',
  )
  const page = await fetch('/', { cache: 'no-store' }).then(
    (reply) => reply.text(),
    () => '',
  )
  return page.includes('type="module"') && own.some((file) => !page.includes(file))
}

/** Never ends: the page is loaded again, or asks for it (offline-banner.tsx). Without a frame, as at sign-in, nothing could ask. */
async function reloaded(why: 'version' | 'file') {
  const isAgain = Date.now() - Number(storage.reloadedAt.get()) < RELOAD_AGAIN_MS
  const canAsk = document.querySelector(`[${ASKS_TO_RELOAD}]`) !== null
  if (isAgain && !canAsk) return
  if (isAgain || (canAsk && !losesNothing())) changeWaiting(why, 1)
  else {
    storage.reloadedAt.set(String(Date.now()))
    window.location.reload()
  }
  await new Promise(() => undefined)
}

let beforeReload = async () => {}
/** Offers to reload the page into a new version; `prepare` runs when the person agrees. */
export function offerVersion(prepare: () => Promise<void>) {
  beforeReload = prepare
  if (!waiting.offer) changeWaiting('offer', 1)
}
export async function reloadPage() {
  await beforeReload()
  window.location.reload()
}

/** Marks the banner that asks for a reload. */
export const ASKS_TO_RELOAD = 'data-asks-to-reload'
const TYPED =
  'textarea, input:not([type]), input:is([type=text], [type=email], [type=tel], [type=password], [type=number])'
const losesNothing = () =>
  !hasUnsaved() &&
  !hasDrafts() &&
  !isTalkingHere() &&
  ![...document.querySelectorAll<HTMLInputElement>(TYPED)].some(({ value, readOnly }) => value && !readOnly)

declare global {
  interface Window {
    /** Style sheets that failed to load, collected by before-paint.js from the start. */
    brokenStyles?: HTMLLinkElement[]
  }
}
const repairs = new Set<Promise<void>>()

/** The loader asks for a style sheet only once, so one that failed is inserted again, and waited for. */
async function repairStyles() {
  for (const link of window.brokenStyles?.splice(0) ?? []) {
    const again = link.cloneNode() as HTMLLinkElement
    const repair = new Promise<void>((resolve, reject) => {
      again.addEventListener('load', () => resolve())
      again.addEventListener('error', () => reject(new Error(`Unable to load ${link.href}`)))
    })
    repairs.add(repair)
    link.replaceWith(again)
    void repair.catch(() => undefined).then(() => repairs.delete(repair))
  }
  await Promise.all(repairs)
}
