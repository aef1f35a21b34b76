import { type PointerEvent, type SyntheticEvent, useMemo, useRef } from 'react'

/** So long a finger rests on a row until that is meant, and so little it moves meanwhile. */
const HOLD_MS = 500
const SLIP_PX = 10

type Press = { timer: ReturnType<typeof setTimeout>; x: number; y: number; isHeld: boolean }
const rowAt = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row

/** For a list on a touch screen: a row that is held. The click and the browser's own menu that follow are not meant. */
export function useHold(onHold: (row: string) => void) {
  const latest = useRef(onHold)
  latest.current = onHold
  const press = useRef<Press>(undefined)
  return useMemo(() => {
    const end = () => clearTimeout(press.current?.timer)
    const isHeld = (event: SyntheticEvent) => {
      if (press.current?.isHeld) event.preventDefault()
      return press.current?.isHeld ?? false
    }
    return {
      onPointerDown: ({ pointerType, target, clientX: x, clientY: y }: PointerEvent) => {
        end()
        press.current = undefined
        const row = pointerType === 'touch' ? rowAt(target) : undefined
        if (!row) return
        const timer = setTimeout(() => {
          if (press.current) press.current.isHeld = true
          latest.current(row)
        }, HOLD_MS)
        press.current = { timer, x, y, isHeld: false }
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const { x, y } = press.current ?? { x: clientX, y: clientY }
        if (Math.hypot(clientX - x, clientY - y) > SLIP_PX) end()
      },
      onPointerUp: end,
      // The list is scrolled.
      onPointerCancel: end,
      onContextMenu: isHeld,
      onClickCapture: (event: SyntheticEvent) => {
        if (isHeld(event)) event.stopPropagation()
        press.current = undefined
      },
    }
  }, [])
}
