/** Ends the subscription of this device, so that its push service drops what is still on the way. */
export async function forgetPush() {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

/** Replies that this device keeps to be read without a network (keeping.ts). */
export const KEPT_DATABASE = 'leadline-kept'

/** Removes what this device keeps of the person: replies, the page that shows them, and shared files (web/worker). */
export async function forgetKept() {
  if ('indexedDB' in window) indexedDB.deleteDatabase(KEPT_DATABASE)
  if (!('caches' in window)) return
  for (const name of await caches.keys()) await caches.delete(name)
  // The worker may just have been asked to keep them.
  navigator.serviceWorker?.controller?.postMessage('forget')
}

/** What waits on this device until there is a network (web/lib/session/unsent). */
export const UNSENT_DATABASE = 'leadline-unsent'

/** Removes it when the person signs out; if a session ends otherwise, it stays for the person's next one. */
export function forgetUnsent() {
  if ('indexedDB' in window) indexedDB.deleteDatabase(UNSENT_DATABASE)
}
