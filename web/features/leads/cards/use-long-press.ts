import { type PointerEvent, type SyntheticEvent, useMemo, useRef } from 'react'

const LONG_PRESS_MS = 500
const MOVE_TOLERANCE_PX = 10

type Press = { timer: ReturnType<typeof setTimeout>; x: number; y: number; isLongPress: boolean }
const rowAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined

/** Long press on a row of a touch screen. Suppresses the click and the context menu that follow. */
export function useLongPress(onLongPress: (row: string) => void) {
  const latest = useRef(onLongPress)
  latest.current = onLongPress
  const press = useRef<Press>(undefined)
  return useMemo(() => {
    const end = () => clearTimeout(press.current?.timer)
    const isLongPress = (event: SyntheticEvent) => {
      if (press.current?.isLongPress) event.preventDefault()
      return press.current?.isLongPress ?? false
    }
    return {
      onPointerDown: ({ pointerType, target, clientX: x, clientY: y }: PointerEvent) => {
        end()
        press.current = undefined
        const row = pointerType === 'touch' ? rowAt(target) : undefined
        if (!row) return
        const timer = setTimeout(() => {
          if (press.current) press.current.isLongPress = true
          latest.current(row)
        }, LONG_PRESS_MS)
        press.current = { timer, x, y, isLongPress: false }
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const { x, y } = press.current ?? { x: clientX, y: clientY }
        if (Math.hypot(clientX - x, clientY - y) > MOVE_TOLERANCE_PX) end()
      },
      onPointerUp: end,
      // Cancelled by the browser, which began to scroll.
      onPointerCancel: end,
      onContextMenu: isLongPress,
      onClickCapture: (event: SyntheticEvent) => {
        if (isLongPress(event)) event.stopPropagation()
        press.current = undefined
      },
    }
  }, [])
}
