import { KEPT_DATABASE, SHARED_DATABASE, UNSENT_DATABASE } from './databases.ts'

/** Ends the subscription of this device, so that its push service drops what is still on the way. */
export async function forgetPush() {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

/** Removes what this device keeps of the person: replies, and the page that shows them. */
export async function forgetKept() {
  if ('indexedDB' in window) indexedDB.deleteDatabase(KEPT_DATABASE)
  if (!('caches' in window)) return
  for (const name of await caches.keys()) await caches.delete(name)
  // The worker may just have been asked to keep them.
  navigator.serviceWorker?.controller?.postMessage('forget')
}

/**
 * Removes what waits on this device, unsent acts and shared files, when the person signs out; if a session ends
 * otherwise, it stays for the person's next one.
 */
export function forgetWaiting() {
  if (!('indexedDB' in window)) return
  for (const name of [UNSENT_DATABASE, SHARED_DATABASE]) indexedDB.deleteDatabase(name)
}
