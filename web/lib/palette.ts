import type { Icon } from '@tabler/icons-react'
import { type Mounted, useMounted } from './mounted.ts'

/** Something that the palette (Ctrl/⌘ K) can do on the screen that is open. */
export type PaletteAction = {
  id: string
  /** In the interface's language. */
  label: string
  Icon: Icon
  run: () => void
}

const screens: Mounted<readonly PaletteAction[]> = new Set()

/** Offers what one can do on this screen in the palette, for as long as the screen is there. */
export const usePaletteActions = (actions: readonly PaletteAction[]) => useMounted(screens, actions)

export const screenActions = () => [...screens].flatMap((read) => read())
