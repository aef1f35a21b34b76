import { useSyncExternalStore } from 'react'

/** The specification's breakpoint (section 9): at or below 991 px the screen is narrow. */
export const NARROW = '(max-width: 991px)'

function subscribe(listener: () => void) {
  const query = window.matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useNarrow = () => useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches)
