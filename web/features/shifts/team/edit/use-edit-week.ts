import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { daysOfWeek } from '#contract/shifts/person-shifts.ts'
import type { Shift } from '#contract/shifts/shift-shapes.ts'
import { toast } from '../../../../ui/feedback/toast.tsx'
import { isConflict, useSaveDraft, useWeekCache } from '../grid.api.ts'
import { plannedIn } from '../week-rules.ts'

/** A day of a person: a cell of the grid. */
export type CellAt = { userId: string; day: string }
/** The day that is edited in the dialog. `mine`: what was meant when someone else changed the week first. */
export type Asked = CellAt & { mine?: Shift[] }

/** Shifts of a day that go to another day or person, or are copied there. */
export type Move = { from: CellAt; to: CellAt; shifts: readonly Shift[]; isCopy: boolean }

type Options = { businessId: string; week: string; onConflict: (asked: Asked) => void }

/**
 * Changes days of the week's drafts, one after the other, each with the version that the change before it left. Each can
 * be undone.
 */
export function useEditWeek({ businessId, week, onConflict }: Options) {
  const { t } = useTranslation('shifts')
  const cache = useWeekCache(businessId, week)
  const save = useSaveDraft(businessId, week)
  const [queue] = useState<{ last: Promise<unknown> }>(() => ({ last: Promise.resolve() }))

  const send = async ({ userId, day }: CellAt, shifts: Shift[]) => {
    const row = cache.read()?.rows.find((one) => one.userId === userId)
    const at = daysOfWeek(week).indexOf(day)
    if (!row || at < 0) return
    const before = plannedIn(row)[at] ?? []
    try {
      await save.mutateAsync({ userId, days: plannedIn(row).with(at, shifts), expected: row.version })
      toast.success(t('grid.changed'), { undo: () => set({ userId, day }, before) })
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (!isConflict(error)) return toast.error(error.message)
      await cache.refetch()
      onConflict({ userId, day, mine: shifts })
    }
  }
  /** Days of one person, in one change. Gives what they were. */
  const write = async (userId: string, changes: readonly { day: string; shifts: readonly Shift[] }[]) => {
    const row = cache.read()?.rows.find((one) => one.userId === userId)
    if (!row) return []
    const before = plannedIn(row)
    const days = daysOfWeek(week)
    const after = before.map((planned, at) => {
      const change = changes.find(({ day }) => days[at] === day)
      return change ? [...change.shifts] : planned
    })
    await save.mutateAsync({ userId, days: after, expected: row.version })
    return changes.map(({ day }) => ({ day, shifts: before[days.indexOf(day)] ?? [] }))
  }
  const plannedAt = ({ userId, day }: CellAt) => {
    const row = cache.read()?.rows.find((one) => one.userId === userId)
    return (row && plannedIn(row)[daysOfWeek(week).indexOf(day)]) ?? []
  }
  /** Who gets the shift first, so that none is lost if the second change is refused; then the first is taken back. */
  const carry = async ({ from, to, shifts, isCopy }: Move) => {
    const left = plannedAt(from).filter((one) => !shifts.some((moved) => moved.from === one.from))
    const got = { day: to.day, shifts: [...plannedAt(to), ...shifts].sort((a, b) => (a.from < b.from ? -1 : 1)) }
    const given = { day: from.day, shifts: left }
    try {
      if (isCopy || from.userId === to.userId) {
        const before = await write(to.userId, isCopy ? [got] : [given, got])
        return toast.success(t('grid.changed'), { undo: () => again(() => write(to.userId, before)) })
      }
      const ofTaker = await write(to.userId, [got])
      const ofGiver = await write(from.userId, [given]).catch(async (error: unknown) => {
        await write(to.userId, ofTaker)
        throw error
      })
      const undo = async () => {
        await write(from.userId, ofGiver)
        await write(to.userId, ofTaker)
      }
      toast.success(t('grid.changed'), { undo: () => again(undo) })
    } catch (error) {
      await failed(error)
    }
  }
  const failed = async (error: unknown) => {
    if (!(error instanceof Error)) throw error
    if (isConflict(error)) await cache.refetch()
    toast.error(error.message)
  }
  /** After the changes before it. */
  const again = (act: () => Promise<unknown>) => {
    queue.last = queue.last.then(act).catch(failed)
    return queue.last
  }
  const move = (moved: Move) => again(() => carry(moved))
  const set = (at: CellAt, shifts: Shift[]) => {
    queue.last = queue.last.then(() => send(at, shifts))
    return queue.last
  }
  return { set, move, isSaving: save.isPending }
}
