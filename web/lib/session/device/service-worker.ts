import { offerVersion } from '../../code/load-code.ts'
import { ownBuild } from './build.ts'

const LOOK_AGAIN_MS = 3_600_000
/** A worker that does not take over in this time must not hold the reload. */
const TAKE_OVER_MS = 3_000

/**
 * Registers the service worker (web/worker), and offers a reload when one of another build waits. `open` shows the page
 * of a notification that was clicked.
 */
export async function startServiceWorker(open: (path: string) => void) {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (typeof data?.open === 'string') open(data.open)
  })
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const offer = (worker: ServiceWorker | null) =>
    worker && navigator.serviceWorker.controller && void offerBuild(worker)
  offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const next = registration.installing
    next?.addEventListener('statechange', () => next.state === 'installed' && offer(next))
  })
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lookedAt < LOOK_AGAIN_MS) return
    lookedAt = Date.now()
    void registration.update().catch(() => undefined)
  })
}

/** The page may run the new build already: navigations load it from the server, whichever worker is active. */
async function offerBuild(worker: ServiceWorker) {
  if ((await buildOf(worker)) === ownBuild()) worker.postMessage('takeOverIfAlone')
  else offerVersion(() => takenOver(worker))
}

const buildOf = (worker: ServiceWorker) =>
  new Promise<unknown>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data)
    worker.postMessage('build', [port2])
  })

/** Resolves when the worker serves this page, or after a while: then the caller reloads, and it takes over on the way. */
const takenOver = (worker: ServiceWorker) =>
  new Promise<void>((resolve) => {
    let isLate = false
    const onChange = () => {
      resolve()
      // The worker before it ended with the reload in its hands, which would never be answered.
      if (isLate) window.location.reload()
    }
    navigator.serviceWorker.addEventListener('controllerchange', onChange, { once: true })
    setTimeout(() => {
      isLate = true
      resolve()
    }, TAKE_OVER_MS)
    worker.postMessage('takeOver')
  })
