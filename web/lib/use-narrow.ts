import { useSyncExternalStore } from 'react'

/** The specification's breakpoint (section 9): at or below 991 px the screen is narrow. */
export const NARROW = '(max-width: 991px)'
/** Too narrow for a second column beside the page. */
export const MEDIUM = '(max-width: 1199px)'

const subscribeTo = (media: string) => (listener: () => void) => {
  const query = window.matchMedia(media)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
const toNarrow = subscribeTo(NARROW)
const toMedium = subscribeTo(MEDIUM)

export const isNarrow = () => window.matchMedia(NARROW).matches
export const useNarrow = () => useSyncExternalStore(toNarrow, isNarrow)
export const useMedium = () => useSyncExternalStore(toMedium, () => window.matchMedia(MEDIUM).matches)
