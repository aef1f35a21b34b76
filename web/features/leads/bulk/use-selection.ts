import { useCallback, useMemo, useRef, useState } from 'react'

/** What a bulk operation acts on: ids, or all leads that match except some. */
export type SelectionTarget = { ids: readonly string[] } | { except: readonly string[] }

export type Selection = {
  has: (id: string) => boolean
  /** Number of selected leads; with `isAll` from the list's total. */
  count: number
  isAll: boolean
  target: SelectionTarget
  /** `isRange`: everything from the last toggled row to this one. Stable between renders. */
  toggle: (id: string, isRange: boolean) => void
  toggleAll: () => void
  /** All leads that match, on every page. */
  selectAll: () => void
  clear: () => void
}

type Scope = {
  /** Key of the list without its page. Another list clears the selection (specification, section 4). */
  list: string
  /** Key of the page. Ids are selected on one page only. */
  page: string
  shown: readonly string[]
  total: number
}
type State = { list: string; page: string; isAll: boolean; ids: ReadonlySet<string> }
const NO_IDS: ReadonlySet<string> = new Set()

/** The selection in this scope. With `isAll`, `ids` holds the exceptions. */
function selectionIn(state: State, { list, page, shown }: Scope): Pick<State, 'isAll' | 'ids'> {
  if (state.list !== list) return { isAll: false, ids: NO_IDS }
  if (state.isAll) return state
  if (state.page !== page) return { isAll: false, ids: NO_IDS }
  return { isAll: false, ids: new Set(shown.filter((id) => state.ids.has(id))) }
}

function toggled({ isAll, ids }: Pick<State, 'isAll' | 'ids'>, id: string, range: readonly string[]) {
  const next = new Set(ids)
  if (range.length > 0) for (const each of range) isAll ? next.delete(each) : next.add(each)
  else if (!next.delete(id)) next.add(id)
  return next
}

export function useSelection(scope: Scope): Selection {
  const [state, setState] = useState<State>({ ...scope, isAll: false, ids: NO_IDS })
  const lastToggled = useRef<string>(undefined)
  const { isAll, ids } = selectionIn(state, scope)
  const latest = useRef({ scope, isAll, ids })
  latest.current = { scope, isAll, ids }

  const select = useCallback((isAllNow: boolean, next: Iterable<string>) => {
    const { list, page } = latest.current.scope
    setState({ list, page, isAll: isAllNow, ids: new Set(next) })
  }, [])
  const toggle = useCallback(
    (id: string, isRange: boolean) => {
      const { shown } = latest.current.scope
      const from = isRange && lastToggled.current ? shown.indexOf(lastToggled.current) : -1
      const to = shown.indexOf(id)
      lastToggled.current = id
      const range = from < 0 ? [] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
      select(latest.current.isAll, toggled(latest.current, id, range))
    },
    [select],
  )
  const { shown, total } = scope
  return useMemo(
    () => ({
      has: (id) => ids.has(id) !== isAll,
      count: isAll ? Math.max(total - ids.size, 0) : ids.size,
      isAll,
      target: isAll ? { except: [...ids] } : { ids: [...ids] },
      toggle,
      toggleAll: () => select(false, isAll || ids.size === shown.length ? [] : shown),
      selectAll: () => select(true, []),
      clear: () => select(false, []),
    }),
    [isAll, ids, shown, total, toggle, select],
  )
}
