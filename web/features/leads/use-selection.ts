import { useRef, useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  /** With `isRange` everything between the last one touched and this one. */
  toggle: (id: string, isRange: boolean) => void
  toggleAll: () => void
  clear: () => void
}

const none: ReadonlySet<string> = new Set()

/** Rows chosen on the page that is shown: another page, filter or list starts with none (specification, section 4). */
export function useSelection(listKey: string, shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState({ listKey, ids: none })
  const last = useRef<string>(undefined)
  const kept = chosen.listKey === listKey ? shown.filter((id) => chosen.ids.has(id)) : []
  const ids = new Set(kept)
  const choose = (next: Iterable<string>) => setChosen({ listKey, ids: new Set(next) })

  const toggle = (id: string, isRange: boolean) => {
    const from = isRange && last.current ? shown.indexOf(last.current) : -1
    const to = shown.indexOf(id)
    last.current = id
    if (from < 0) return choose(ids.has(id) ? kept.filter((one) => one !== id) : [...kept, id])
    choose([...kept, ...shown.slice(Math.min(from, to), Math.max(from, to) + 1)])
  }
  return {
    ids,
    toggle,
    toggleAll: () => choose(kept.length === shown.length ? [] : shown),
    clear: () => choose([]),
  }
}
