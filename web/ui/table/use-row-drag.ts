import { type PointerEvent, useRef, useState } from 'react'

type Drag = { from: number; to: number }

/** Puts the rows of a short list in another order with the pointer; `move` is called once it is let go elsewhere. */
export function useRowDrag(count: number, move: (from: number, to: number) => void) {
  const listRef = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag>()

  /** The row over whose middle the pointer has come. */
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
      // Behind itself and before the next one is where it is.
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
