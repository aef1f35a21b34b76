import { type RefObject, useRef, useState } from 'react'
import type { BoardChoice } from './board.api.ts'
import { panelIdOf } from './board-column.tsx'
import type { ShownColumn } from './use-board-columns.ts'

/** The column shown last on each board, so that Back from a lead returns to it. */
const lastShown = new Map<string, string>()

type Options = { columns: readonly ShownColumn[]; choice: BoardChoice; isNarrow: boolean }

/** The column in sight on a narrow screen. */
export function useActiveColumn(
  scroller: RefObject<HTMLElement | null>,
  { columns, choice: { businessId, campaignId, by }, isNarrow }: Options,
) {
  const board = [businessId, campaignId, by].join()
  const [chosen, choose] = useState(() => lastShown.get(board))
  const key = columns.some((column) => column.key === chosen) ? chosen : columns[0]?.key
  /** Set while a chosen tab scrolls its column into sight: the columns on the way are not chosen. */
  const goal = useRef<string>(undefined)
  const setActive = (next: string) => {
    lastShown.set(board, next)
    choose(next)
  }
  const scrollTo = (next: string, behavior: 'auto' | 'instant') => {
    const panel = document.getElementById(panelIdOf(next))
    if (!panel || !scroller.current) return
    const [panelBox, box] = [panel.getBoundingClientRect(), scroller.current.getBoundingClientRect()]
    const isRtl = document.documentElement.dir !== 'ltr'
    const left = isRtl ? panelBox.right - box.right : panelBox.left - box.left
    const pad = Number.parseFloat(getComputedStyle(scroller.current).scrollPaddingInlineStart) || 0
    scroller.current.scrollBy?.({ left: isRtl ? left + pad : left - pad, behavior })
  }
  return {
    key,
    /** Scrolls to the column at once. */
    goTo: (next: string) => scrollTo(next, 'instant'),
    show: (next: string) => {
      goal.current = next
      setActive(next)
      scrollTo(next, 'auto')
    },
    onScroll: () => {
      if (!isNarrow || !scroller.current) return
      const box = scroller.current.getBoundingClientRect()
      const middle = (box.left + box.right) / 2
      const inSight = columns.find((column) => {
        const panel = document.getElementById(panelIdOf(column.key))?.getBoundingClientRect()
        return panel && panel.left <= middle && panel.right >= middle
      })
      if (goal.current && goal.current !== inSight?.key) return
      goal.current = undefined
      if (inSight && inSight.key !== key) setActive(inSight.key)
    },
  }
}
