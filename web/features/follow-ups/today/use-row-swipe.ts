import { type PointerEvent, useRef } from 'react'
import { actIn } from './row-acts.ts'

/** Movement before which a gesture may still be a press or the beginning of a scroll. */
const BEGINS_AT_PX = 12
/** From here on the act is done when the finger is lifted. */
const ACTS_AT_PX = 88

type Swipe = { row: HTMLElement; pointerId: number; x: number; y: number; isSliding: boolean }

/**
 * Swipes of the rows inside the element, on touch screens: towards the start of the line a row is done, towards its end
 * it is snoozed. Both press the row's own button.
 */
export function useRowSwipe() {
  const swipe = useRef<Swipe>(undefined)
  const actAt = (x: number, from: number) => {
    const towardsStart = document.documentElement.dir === 'rtl' ? x > from : x < from
    return towardsStart ? 'done' : 'snooze'
  }
  const leave = () => {
    const row = swipe.current?.row
    swipe.current = undefined
    if (!row) return
    row.style.translate = ''
    delete row.dataset.swipe
    delete row.dataset.far
  }

  const onPointerDown = ({ pointerType, isPrimary, target, pointerId, clientX, clientY }: PointerEvent) => {
    if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return
    const row = target.closest<HTMLElement>('[data-row]')
    if (row) swipe.current = { row, pointerId, x: clientX, y: clientY, isSliding: false }
  }
  const onPointerMove = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const now = swipe.current
    if (now?.pointerId !== pointerId) return
    const [far, down] = [clientX - now.x, clientY - now.y]
    if (!now.isSliding) {
      if (Math.hypot(far, down) < BEGINS_AT_PX) return
      if (Math.abs(down) > Math.abs(far)) return leave()
      now.isSliding = true
      now.row.setPointerCapture(pointerId)
    }
    const act = actAt(clientX, now.x)
    const { row } = now
    if (!actIn(row, act)) {
      row.style.translate = ''
      delete row.dataset.swipe
      return
    }
    row.dataset.swipe = act
    row.toggleAttribute('data-far', Math.abs(far) >= ACTS_AT_PX)
    row.style.translate = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? '' : `${far}px 0`
  }
  const onPointerUp = ({ pointerId, clientX }: PointerEvent) => {
    const now = swipe.current
    if (now?.pointerId !== pointerId) return
    const isFar = now.isSliding && Math.abs(clientX - now.x) >= ACTS_AT_PX
    const button = isFar ? actIn(now.row, actAt(clientX, now.x)) : undefined
    leave()
    button?.click()
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: leave }
}
