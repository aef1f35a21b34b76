import { useCallback, useMemo, useRef, useState } from 'react'

/** What an operation is to act on: leads by name, or all that match but these. */
export type Chosen = { ids: readonly string[] } | { except: readonly string[] }

export type Selection = {
  has: (id: string) => boolean
  /** How many are chosen; with all that match, as far as they are counted. */
  count: number
  isAll: boolean
  chosen: Chosen
  /** With `isRange` everything between the last one touched and this one. The same function at all times. */
  toggle: (id: string, isRange: boolean) => void
  toggleAll: () => void
  /** All that match, on other pages as well. */
  selectAll: () => void
  clear: () => void
}

type Place = {
  /** The list whatever its page is: another one starts with none (specification, section 4). */
  list: string
  /** Rows chosen by name belong to the page on which they were seen. */
  page: string
  shown: readonly string[]
  total: number
}
type State = { list: string; page: string; isAll: boolean; ids: ReadonlySet<string> }
const none: ReadonlySet<string> = new Set()

/** What is chosen where one is: rows of this page, or all that match but those in `ids`. */
function chosenAt(state: State, { list, page, shown }: Place): Pick<State, 'isAll' | 'ids'> {
  if (state.list !== list) return { isAll: false, ids: none }
  if (state.isAll) return state
  if (state.page !== page) return { isAll: false, ids: none }
  return { isAll: false, ids: new Set(shown.filter((id) => state.ids.has(id))) }
}

/** What a press on a row leaves chosen. */
function toggled({ isAll, ids }: Pick<State, 'isAll' | 'ids'>, id: string, range: readonly string[]) {
  const next = new Set(ids)
  if (range.length > 0) for (const each of range) isAll ? next.delete(each) : next.add(each)
  else if (!next.delete(id)) next.add(id)
  return next
}

export function useSelection(place: Place): Selection {
  const [state, setState] = useState<State>({ ...place, isAll: false, ids: none })
  const last = useRef<string>(undefined)
  const { isAll, ids } = chosenAt(state, place)
  const latest = useRef({ place, isAll, ids })
  latest.current = { place, isAll, ids }

  const choose = useCallback((isAllNow: boolean, next: Iterable<string>) => {
    const { list, page } = latest.current.place
    setState({ list, page, isAll: isAllNow, ids: new Set(next) })
  }, [])
  const toggle = useCallback(
    (id: string, isRange: boolean) => {
      const { shown } = latest.current.place
      const from = isRange && last.current ? shown.indexOf(last.current) : -1
      const to = shown.indexOf(id)
      last.current = id
      const range = from < 0 ? [] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
      choose(latest.current.isAll, toggled(latest.current, id, range))
    },
    [choose],
  )
  const { shown, total } = place
  return useMemo(
    () => ({
      has: (id) => ids.has(id) !== isAll,
      count: isAll ? Math.max(total - ids.size, 0) : ids.size,
      isAll,
      chosen: isAll ? { except: [...ids] } : { ids: [...ids] },
      toggle,
      toggleAll: () => choose(false, isAll || ids.size === shown.length ? [] : shown),
      selectAll: () => choose(true, []),
      clear: () => choose(false, []),
    }),
    [isAll, ids, shown, total, toggle, choose],
  )
}
