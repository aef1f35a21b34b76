import type { ReactNode } from 'react'

/** A line of the palette: it leads somewhere (`to`) or does something (`run`). */
export type PaletteItem = {
  id: string
  label: string
  /** Behind the label, in a quieter colour. */
  second?: ReactNode
  picture: ReactNode
  /** Its shortcut, as `useHotkeys` names it. */
  keys?: string
} & ({ to: string } | { run: () => void })

export type PaletteGroup = { id: string; label: string; items: PaletteItem[] }

/** Every word typed stands somewhere in the text, whatever the case. */
export function holds(text: string, typed: string) {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => text.toLocaleLowerCase().includes(word))
}
