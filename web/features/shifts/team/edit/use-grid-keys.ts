import { type KeyboardEvent, useState } from 'react'
import type { Shift } from '#contract/shifts/shift-shapes.ts'
import { type PersonRow, plannedOn } from '../week-rules.ts'
import type { CellAt, Move } from './use-edit-week.ts'

const DAYS = 7
const clamp = (at: number, count: number) => Math.max(0, Math.min(count - 1, at))

type Options = {
  rows: readonly PersonRow[]
  isOpen: (row: PersonRow, day: string) => boolean
  onOpen: (at: CellAt) => void
  onSet: (at: CellAt, shifts: Shift[]) => void
  onMove: (move: Move) => void
}

/**
 * Keys of the grid: arrows move between its cells, Enter opens one, a digit begins to type its times, Delete empties it,
 * Ctrl C and Ctrl V copy shifts from one to another, Ctrl X and Ctrl V move them.
 */
export function useGridKeys({ rows, isOpen, onOpen, onSet, onMove }: Options) {
  const [at, setAt] = useState({ row: 0, day: 0 })
  const [typing, setTyping] = useState<{ text: string } | null>(null)
  const [copied, setCopied] = useState<readonly Shift[] | null>(null)
  const [cut, setCut] = useState<CellAt | null>(null)
  /** Rows may have left the grid. */
  const here = { row: clamp(at.row, rows.length), day: at.day }
  const row = rows[here.row]
  const day = row?.days[here.day]

  const move = (grid: Element, rowsOn: number, daysOn: number) => {
    const next = { row: clamp(here.row + rowsOn, rows.length), day: clamp(here.day + daysOn, DAYS) }
    setAt(next)
    grid.querySelector<HTMLElement>(`[data-cell="${next.row} ${next.day}"]`)?.focus()
  }
  const step = (event: KeyboardEvent<HTMLElement>) => {
    // Days run in the direction of reading.
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const steps: Record<string, [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -forward],
      ArrowRight: [0, forward],
      Home: [0, -DAYS],
      End: [0, DAYS],
    }
    const found = steps[event.key]
    if (!found) return false
    move(event.currentTarget, ...found)
    return true
  }
  /** Ctrl C, X and V, by their places on the keyboard, whatever its language. */
  const copyOrPaste = ({ code }: KeyboardEvent, cell: CellAt & { shifts: readonly Shift[]; canChange: boolean }) => {
    const { shifts, canChange, ...to } = cell
    if (code === 'KeyC' || (code === 'KeyX' && canChange)) {
      setCopied(shifts)
      setCut(code === 'KeyX' ? to : null)
    } else if (code === 'KeyV' && copied && canChange) {
      const isElsewhere = cut && (cut.userId !== to.userId || cut.day !== to.day)
      if (isElsewhere) onMove({ from: cut, to, shifts: copied, isCopy: false })
      else onSet(to, [...copied])
      setCut(null)
    } else return false
    return true
  }
  const act = (event: KeyboardEvent<HTMLElement>) => {
    if (!row || !day) return false
    const cell = { userId: row.userId, day: day.day }
    const canChange = isOpen(row, day.day)
    const planned = plannedOn(day)
    if (event.ctrlKey || event.metaKey) return copyOrPaste(event, { ...cell, shifts: planned, canChange })
    if (!canChange) return false
    if (/^\d$/.test(event.key)) setTyping({ text: event.key })
    else if (event.key === 'F2') onOpen(cell)
    else if (event.key !== 'Delete' && event.key !== 'Backspace') return false
    else if (planned.length > 0) onSet(cell, [])
    return true
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (typing || event.altKey || !(event.target instanceof HTMLElement) || !event.target.dataset.cell) return
    if (step(event) || act(event)) event.preventDefault()
  }
  return {
    at: here,
    typing,
    /** The cell whose shifts are to be moved. */
    cut,
    onKeyDown,
    onFocusCell: (focused: { row: number; day: number }) => {
      setAt(focused)
      setTyping(null)
    },
    stopTyping: () => setTyping(null),
  }
}
