import type { ReactNode } from 'react'

/** A palette entry: navigates (`to`) or runs an action (`run`). */
export type PaletteItem = {
  id: string
  label: string
  /** Secondary text after the label. */
  second?: ReactNode
  picture: ReactNode
  /** The page's shortcut, in the syntax of `useHotkeys`. */
  keys?: string
} & ({ to: string } | { run: () => void })

export type PaletteGroup = { id: string; label: string; items: PaletteItem[] }

/** Whether the text contains every typed word, case-insensitively. */
export function holds(text: string, typed: string) {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => text.toLocaleLowerCase().includes(word))
}
