import type { Icon } from '@tabler/icons-react'
import { type Mounted, useMounted } from './mounted.ts'

/** An action of the current screen in the palette (Ctrl/⌘ K). */
export type PaletteAction = {
  id: string
  /** Localized. */
  label: string
  Icon: Icon
  run: () => void
}

const screens: Mounted<readonly PaletteAction[]> = new Set()

/** Adds this screen's actions to the palette while it is mounted. */
export const usePaletteActions = (actions: readonly PaletteAction[]) => useMounted(screens, actions)

export const screenActions = () => [...screens].flatMap((read) => read())
