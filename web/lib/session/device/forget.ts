import { KEPT_DATABASE } from './databases.ts'

/** Removes what this device keeps of the person: replies, and the page that shows them. */
export async function forgetKept() {
  if ('indexedDB' in window) indexedDB.deleteDatabase(KEPT_DATABASE)
  if (!('caches' in window)) return
  for (const name of await caches.keys()) await caches.delete(name)
  // The worker may just have been asked to keep them.
  navigator.serviceWorker?.controller?.postMessage('forget')
}
