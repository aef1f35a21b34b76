import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Shift } from '#contract/shifts/shift-shapes.ts'
import { type GridWeek, type ShiftGrid, shiftRoutes } from '#contract/shifts/shifts.ts'
import { plusDays } from '#contract/values/clock.ts'
import { ApiError, call } from '../../../lib/http/call.ts'
import { shiftsKey } from '../shifts.api.ts'

export const gridsKey = (businessId: string) => [...shiftsKey(businessId), 'grid'] as const

/** The team and one week of it. The previous week stays visible while the next one loads. */
export const gridQuery = (businessId: string, week: string) =>
  queryOptions({
    queryKey: [...gridsKey(businessId), week],
    queryFn: ({ signal }) => call(shiftRoutes.grid, { query: { from: week, to: plusDays(week, 6) } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const isConflict = (error: Error) => error instanceof ApiError && error.code === 'changed_meanwhile'

/** Reads and replaces a week of the grid. */
export function useWeekCache(businessId: string, week: string) {
  const client = useQueryClient()
  const { queryKey } = gridQuery(businessId, week)
  const read = () => client.getQueryData<ShiftGrid>(queryKey)?.weeks[0]
  const keep = (changed: GridWeek) =>
    client.setQueryData<ShiftGrid>(queryKey, (grid) => grid && { ...grid, weeks: [changed] })
  const refetch = () => client.refetchQueries({ queryKey, exact: true })
  return { read, keep, refetch }
}

type Draft = { userId: string; days: Shift[][] | null; expected: number }
/** The grid shows errors itself. */
export function useSaveDraft(businessId: string, week: string) {
  const { keep } = useWeekCache(businessId, week)
  return useMutation({
    meta: { silent: true },
    mutationFn: ({ userId, days, expected }: Draft) =>
      call(shiftRoutes.draft, { params: { userId }, body: { week, days, expected } }),
    onSuccess: (saved) => keep(saved.week),
  })
}

/** The dialog shows a conflict itself, other errors too. */
export function usePublish(businessId: string, week: string) {
  const { keep } = useWeekCache(businessId, week)
  return useMutation({
    meta: { silent: true },
    mutationFn: (revision: string) => call(shiftRoutes.publish, { body: { week, revision } }),
    onSuccess: (saved) => keep(saved.week),
  })
}

export function useCopyWeek(businessId: string, week: string) {
  const { keep } = useWeekCache(businessId, week)
  return useMutation({
    meta: { silent: true },
    mutationFn: (revision: string) => call(shiftRoutes.copy, { body: { week, revision } }),
    onSuccess: (saved) => keep(saved.week),
  })
}
