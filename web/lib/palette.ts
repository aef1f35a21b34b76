import type { Icon } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'

/** Something that the palette (Ctrl/⌘ K) can do on the screen that is open. */
export type PaletteAction = {
  id: string
  /** In the interface's language. */
  label: string
  Icon: Icon
  run: () => void
}

const screens = new Set<() => readonly PaletteAction[]>()

/** Offers what one can do on this screen in the palette, for as long as the screen is there. */
export function usePaletteActions(actions: readonly PaletteAction[]) {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const read = () => latest.current
    screens.add(read)
    return () => void screens.delete(read)
  }, [])
}

export const screenActions = () => [...screens].flatMap((read) => read())
