import { offlinePage } from './offline-page.ts'

/** Names this build, put in by scripts/web-install.ts. */
declare const BUILD_ID: string
declare const self: ServiceWorkerGlobalScope

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
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

/** Messages of the page: web/lib/session/device/service-worker.ts. */
self.addEventListener('message', (event) => {
  const { data, ports } = event
  if (data === 'build') ports[0]?.postMessage(BUILD_ID)
  if (data === 'takeOver' || data === 'takeOverIfAlone') event.waitUntil(takeOver(data === 'takeOver'))
})

async function navigate(event: FetchEvent): Promise<Response> {
  try {
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request))
  } catch {
    return offlinePage()
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(navigate(event))
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
