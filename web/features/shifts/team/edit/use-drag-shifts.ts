import { type PointerEvent, useEffect, useState } from 'react'
import type { Shift } from '#contract/shifts/shift-shapes.ts'
import { type PersonRow, plannedOn } from '../week-rules.ts'
import type { CellAt, Move } from './use-edit-week.ts'

type Options = {
  rows: readonly PersonRow[]
  isOpen: (row: PersonRow, day: string) => boolean
  onMove: (move: Move) => void
}
type Drag = { from: CellAt; shift: Shift; start: string; over: string }

/**
 * A shift is dragged by the mouse to another day or person; with Alt it is copied. Fingers scroll the grid; keys move
 * shifts by Ctrl X and Ctrl V (use-grid-keys.ts).
 */
export function useDragShifts({ rows, isOpen, onMove }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const isDragging = drag !== null

  useEffect(() => {
    if (!isDragging) return
    const end = () => setDrag(null)
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && end()
    window.addEventListener('pointerup', end)
    window.addEventListener('blur', end)
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('pointerup', end)
      window.removeEventListener('blur', end)
      window.removeEventListener('keydown', onKey)
    }
  }, [isDragging])

  /** The cell of a place such as `0 3`, if its day can be changed. */
  const cellAt = (place: string | undefined) => {
    const [at, i] = (place ?? '').split(' ').map(Number)
    const row = rows[at ?? -1]
    const day = row?.days[i ?? -1]
    return row && day && isOpen(row, day.day) ? { row, day, cell: { userId: row.userId, day: day.day } } : undefined
  }
  const placeOf = ({ target }: PointerEvent) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset.cell : undefined

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.pointerType === 'touch' || !(event.target instanceof Element)) return
    const begins = event.target.closest<HTMLElement>('[data-shift]')?.dataset.shift
    const place = placeOf(event)
    const found = cellAt(place)
    const shift = found && plannedOn(found.day).find(({ from }) => from === begins)
    if (place && shift) setDrag({ from: found.cell, shift, start: place, over: place })
  }
  const onPointerOver = (event: PointerEvent) => {
    if (drag) setDrag({ ...drag, over: placeOf(event) ?? drag.start })
  }
  const onPointerUp = (event: PointerEvent) => {
    const to = drag && drag.over !== drag.start ? cellAt(drag.over) : undefined
    if (drag && to) onMove({ from: drag.from, to: to.cell, shifts: [drag.shift], isCopy: event.altKey })
  }
  return {
    /** The place to which a shift is being dragged. */
    over: drag && drag.over !== drag.start && cellAt(drag.over) ? drag.over : null,
    handlers: { onPointerDown, onPointerOver, onPointerUp },
  }
}
