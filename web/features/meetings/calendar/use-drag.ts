import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { minuteAt, momentOf } from '#contract/values/clock.ts'

/** Dragged meetings snap to this many minutes. */
export const STEP_MINUTES = 15
/** A press that moves less is a click. */
const SLOP_PX = 5
const LAST_MINUTE = 1_440 - STEP_MINUTES

type Held = { x: number; y: number; minute: number; isDragged: boolean }
export type Dragged = { meeting: Meeting; day: string; minute: number }

/** The column under the pointer, by its day. */
const dayAt = (grid: HTMLElement, x: number) =>
  [...grid.querySelectorAll<HTMLElement>('[data-day]')].find((column) => {
    const { left, right } = column.getBoundingClientRect()
    return left <= x && x < right
  })?.dataset.day

/** Meetings are dragged with mouse or pen to another time and day; Escape lets go. */
export function useDrag(
  grid: RefObject<HTMLElement | null>,
  hourPx: () => number,
  onDrop: (meeting: Meeting, startsAt: string) => void,
) {
  const [dragged, drag] = useState<Dragged | null>(null)
  const held = useRef<Held | null>(null)
  const letGo = () => {
    held.current = null
    drag(null)
  }
  const handlersFor = (meeting: Meeting) => ({
    onPointerDown: ({ button, pointerType, clientX: x, clientY: y }: PointerEvent) => {
      if (button !== 0 || pointerType === 'touch') return
      held.current = { x, y, minute: minuteAt(meeting.startsAt), isDragged: false }
    },
    onPointerMove: ({ clientX, clientY, currentTarget, pointerId }: PointerEvent) => {
      const { current } = held
      if (!current || !grid.current) return
      if (!current.isDragged && Math.hypot(clientX - current.x, clientY - current.y) < SLOP_PX) return
      if (!current.isDragged) currentTarget.setPointerCapture(pointerId)
      current.isDragged = true
      const moved = ((clientY - current.y) / hourPx()) * 60
      const snapped = Math.round((current.minute + moved) / STEP_MINUTES) * STEP_MINUTES
      const day = dayAt(grid.current, clientX)
      if (day) drag({ meeting, day, minute: Math.min(Math.max(snapped, 0), LAST_MINUTE) })
    },
    onPointerUp: () => {
      if (dragged) {
        const startsAt = momentOf(dragged.day, dragged.minute).toISOString()
        if (Date.parse(startsAt) !== Date.parse(meeting.startsAt)) onDrop(meeting, startsAt)
      }
      drag(null)
    },
    onPointerCancel: letGo,
  })
  /** Whether the click that follows ends a drag. */
  const wasDragged = () => {
    const was = held.current?.isDragged === true
    held.current = null
    return was
  }
  return { dragged, handlersFor, letGo, wasDragged }
}
