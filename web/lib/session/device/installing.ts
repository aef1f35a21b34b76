import { useSyncExternalStore } from 'react'

type InstallOffer = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }
declare global {
  interface Window {
    /** The browser's offer to install the app, kept by before-paint.js. */
    installOffer?: InstallOffer | undefined
  }
  interface Navigator {
    /** Only on iOS, where apps are installed by hand: whether this is the installed app. */
    standalone?: boolean
  }
}

const subscribe = (listener: () => void) => {
  window.addEventListener('installoffer', listener)
  window.addEventListener('appinstalled', listener)
  return () => {
    window.removeEventListener('installoffer', listener)
    window.removeEventListener('appinstalled', listener)
  }
}
/** On iOS, in the browser instead of the installed app. */
export const isInIosBrowser = () => navigator.standalone === false
const howToInstall = () => (window.installOffer ? 'offered' : isInIosBrowser() ? 'byHand' : undefined)

/** How the app can be installed here: the browser offers it, or it is done by hand; undefined: it cannot, or it is. */
export const useInstalling = () => useSyncExternalStore(subscribe, howToInstall)

/** Asks by the browser's own dialog. An offer can be used once. */
export async function installApp() {
  const offer = window.installOffer
  window.installOffer = undefined
  await offer?.prompt()
  window.dispatchEvent(new Event('installoffer'))
}
