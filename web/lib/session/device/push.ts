import { isInIosBrowser } from './installing.ts'

export type PushAbility = 'possible' | 'denied' | 'needsInstall' | 'impossible'

/** Whether this device can show notifications; on iOS only the installed app can. */
export function pushAbility(): PushAbility {
  if ('PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator)
    return Notification.permission === 'denied' ? 'denied' : 'possible'
  return isInIosBrowser() ? 'needsInstall' : 'impossible'
}

/** Asks for the permission, if it was not given before, and subscribes this browser. Undefined if the person refused. */
export async function subscribePush(publicKey: string): Promise<PushSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  const ofKey = known?.options.applicationServerKey
  // A subscription of another installation's key cannot be used.
  if (known && ofKey && encoded(ofKey) === publicKey) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

const encoded = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Ends the subscription of this device, so that its push service drops what is still on the way. */
export async function forgetPush() {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
