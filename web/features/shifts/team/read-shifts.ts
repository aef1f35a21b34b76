import { DayShifts, type Shift } from '#contract/shifts/shift-shapes.ts'
import { readClock } from '../../../shared/open-ranges/read-clock.ts'

/** Shifts as typed into a cell: 8-16 · 8:30-12, 15-18. Undefined if they are none. */
export function readShifts(typed: string): Shift[] | undefined {
  const shifts = typed.split(/[,;+]/).map((part) => {
    const [from, to, ...rest] = part.split(/[-–]/).map(readClock)
    return from && to && rest.length === 0 ? { from, to, isOnCall: false } : undefined
  })
  const parsed = DayShifts.safeParse(shifts)
  return parsed.success ? parsed.data : undefined
}
