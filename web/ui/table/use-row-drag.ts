import { type PointerEvent, useRef, useState } from 'react'

type Drag = { from: number; to: number }

/** Reorders the rows of a short list by drag; `move` is called on drop. */
export function useRowDrag(count: number, move: (from: number, to: number) => void) {
  const listRef = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag>()

  /** Insertion index at a vertical position. */
  const placeAt = (y: number) => {
    const rows = [...(listRef.current?.children ?? [])]
    const below = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return y < (top + bottom) / 2
    })
    return below < 0 ? count : below
  }
  const start = (event: PointerEvent<HTMLElement>, from: number) => {
    if (event.button !== 0) return
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    let to = from
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const place = placeAt(clientY)
      // Dropping a row next to itself changes nothing.
      to = place > from ? place - 1 : place
      setDrag({ from, to })
      listRef.current?.children[to]?.scrollIntoView({ block: 'nearest' })
    }
    handle.addEventListener('pointermove', follow)
    handle.addEventListener(
      'lostpointercapture',
      () => {
        handle.removeEventListener('pointermove', follow)
        setDrag(undefined)
        if (to !== from) move(from, to)
      },
      { once: true },
    )
  }
  const placeOf = (at: number) =>
    !drag || drag.to !== at || drag.to === drag.from ? undefined : drag.to < drag.from ? 'before' : 'after'
  return { listRef, from: drag?.from, placeOf, start }
}
