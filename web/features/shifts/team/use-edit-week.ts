import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { daysOfWeek } from '#contract/shifts/person-shifts.ts'
import type { Shift } from '#contract/shifts/shift-shapes.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { isConflict, useSaveDraft, useWeekCache } from './grid.api.ts'
import { plannedIn } from './week-rules.ts'

/** A day of a person: a cell of the grid. */
export type CellAt = { userId: string; day: string }
/** The day that is edited in the dialog. `mine`: what was meant when someone else changed the week first. */
export type Asked = CellAt & { mine?: Shift[] }

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
  const set = (at: CellAt, shifts: Shift[]) => {
    queue.last = queue.last.then(() => send(at, shifts))
    return queue.last
  }
  return { set, isSaving: save.isPending }
}
