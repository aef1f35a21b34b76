import { SHARE_PATH } from '#contract/files/sharing.ts'
import { removeOldShared } from '../lib/session/device/shared-store.ts'
import { offlinePage } from './offline-page.ts'
import { receiveShare } from './share.ts'

/** Names this build; the files that pages of leads need. Put in by scripts/web-install.ts. */
declare const BUILD_ID: string
declare const FILES: string[]
declare const self: ServiceWorkerGlobalScope

/** Files of this build, and the page that names them. A page of another build never stands beside them. */
const BUILD = `build ${BUILD_ID}`
const PAGE = '/'
/** A kept page is shown where the network takes longer. */
const SLOW_MS = 4_000

/** Requests of the API do not pass the worker: one that a page sends while it closes would be lost in it. */
self.addEventListener('install', (event) => {
  const { addRoutes } = event as { addRoutes?: (rule: object) => Promise<void> }
  const direct = addRoutes?.call(event, { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' })
  if (direct) event.waitUntil(direct.catch(console.warn))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith('build ') && name !== BUILD) await caches.delete(name)
      await self.registration.navigationPreload?.enable()
      await self.clients.claim()
    })(),
  )
})

/** A waiting worker takes over when the person agreed, or when no other tab still runs the build before it. */
async function takeOver(isAgreed: boolean) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (isAgreed || tabs.length <= 1) await self.skipWaiting()
}

let keeping: Promise<void> | undefined
/** Keeps the page and its files, for a person whose leads the device keeps (web/lib/session/device/keeping.ts). */
async function keep() {
  const cache = await caches.open(BUILD)
  if (await cache.match(PAGE)) return
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  // One after the other, behind what the person loads.
  for (const file of FILES) if (!known.has(file)) await cache.add(file)
  // The page comes last, so that it never stands without its files.
  const page = await fetch(PAGE, { cache: 'no-store' })
  if (page.ok && (await page.clone().text()).includes(`content="${BUILD_ID}"`)) await cache.put(PAGE, page)
}
function keepOnce() {
  keeping ??= keep().finally(() => {
    keeping = undefined
  })
  return keeping.catch(() => undefined)
}

/** Removes what is kept, also by a request that came just before. */
async function forget() {
  await keeping?.catch(() => undefined)
  await caches.delete(BUILD)
}

/** Messages of the page: web/lib/session/device/service-worker.ts. */
self.addEventListener('message', (event) => {
  const { data, ports } = event
  if (data?.keep === BUILD_ID) event.waitUntil(keepOnce())
  if (data === 'forget') event.waitUntil(forget())
  if (data === 'build') ports[0]?.postMessage(BUILD_ID)
  if (data === 'takeOver' || data === 'takeOverIfAlone') event.waitUntil(takeOver(data === 'takeOver'))
})

/** Addresses whose pages the kept files can show: the start, what was shared, leads, one lead, Today. */
const SHOWN_OFFLINE =
  /^\/$|^\/main$|^\/share$|^\/b\/[^/]+\/(today|leads\/all|leads\/cards\/all)$|^\/b\/[^/]+\/c\/[^/]+\/(cards|leads(\/[^/]+)?)$/

const fromNetwork = async (event: FetchEvent): Promise<Response> =>
  ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request))

async function navigate(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(PAGE, { cacheName: BUILD })
  const asked = fromNetwork(event)
  if (!kept || !SHOWN_OFFLINE.test(new URL(event.request.url).pathname))
    return asked.catch(() => offlinePage(kept !== undefined))
  const slow = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), SLOW_MS))
  return Promise.race([asked.catch(() => kept), slow])
}

/** Names of files contain a hash, so a kept one is never stale. */
async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: BUILD })
  if (kept) return kept
  const reply = await fetch(request)
  // Only beside a kept page: nothing is kept for people who are not signed in.
  if (reply.ok && (await caches.match(PAGE, { cacheName: BUILD }))) {
    const cache = await caches.open(BUILD)
    await cache.put(request, reply.clone())
  }
  return reply
}

/** Nothing wakes the worker when an hour is over, so it looks whenever the app is used. */
const LOOK_AGAIN_MS = 60_000
let lookedAt = 0
async function removeOld() {
  if (Date.now() - lookedAt < LOOK_AGAIN_MS) return
  lookedAt = Date.now()
  await removeOldShared().catch(console.warn)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  event.waitUntil(removeOld())
  if (request.method === 'POST' && request.mode === 'navigate' && pathname === SHARE_PATH)
    event.respondWith(receiveShare(request))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(navigate(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
})

/** What the server sends (server/features/push/push.rules.ts). */
type PushText = { title: string; body: string; tag: string; path: string; language: string }

self.addEventListener('push', (event) => {
  if (!event.data) return
  const { title, body, tag, path, language }: PushText = event.data.json()
  const options = {
    ...{ body, tag, data: path, lang: language, icon: '/icons/192.png', badge: '/icons/badge-96.png' },
    dir: language === 'he' ? ('rtl' as const) : ('ltr' as const),
    // Another notification with the tag replaces this one, and is heard, too.
    renotify: true,
  }
  event.waitUntil(self.registration.showNotification(title, options))
})

/** Opens the page in a tab of the app, if there is one. */
async function open(path: string) {
  const [tab] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!tab) return self.clients.openWindow(path)
  await tab.focus()
  tab.postMessage({ open: path })
}

self.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  event.waitUntil(open(notification.data))
})
