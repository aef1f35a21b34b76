import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { storage } from '../../lib/storage.ts'

const stored = (): MantineColorScheme => {
  const isDark = storage.darkMode.get()
  return isDark === null ? 'auto' : isDark ? 'dark' : 'light'
}

/** Stores the scheme under `darkMode` (specification, section 1); before-paint.js reads the same key. */
export function colorSchemeManager(): MantineColorSchemeManager {
  let unsubscribe: () => unknown = () => undefined
  return {
    get: stored,
    // Writing an unchanged value would trigger the callback for ever.
    set: (scheme) => scheme !== stored() && storage.darkMode.set(scheme === 'auto' ? null : scheme === 'dark'),
    subscribe: (onUpdate) => {
      unsubscribe = storage.darkMode.subscribe(() => onUpdate(stored()))
    },
    unsubscribe: () => void unsubscribe(),
    clear: () => storage.darkMode.set(null),
  }
}
