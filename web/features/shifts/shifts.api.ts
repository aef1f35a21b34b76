import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { EventTopic } from '#contract/events/events.ts'
import type { ShiftPlan } from '#contract/shifts/shift-shapes.ts'
import { type OwnShifts, type ShiftSettings, shiftRoutes } from '#contract/shifts/shifts.ts'
import { call } from '../../lib/http/call.ts'

/** Whose shifts: a person's, or with null one's own. */
export type ShiftsOf = { businessId: string; userId: string | null }

export const shiftsKey = (businessId: string) => ['shifts', businessId] as const
export const personKey = ({ businessId, userId }: ShiftsOf) =>
  [...shiftsKey(businessId), 'person', userId ?? 'own'] as const
export const settingsKey = (businessId: string) => [...shiftsKey(businessId), 'settings'] as const

/** What changes who is on shift, and how that covers the hours. */
export const shiftTopics: readonly EventTopic[] = ['shift', 'workingHours', 'member', 'campaign']

export const personQuery = (of: ShiftsOf) =>
  queryOptions({
    queryKey: personKey(of),
    queryFn: (): Promise<OwnShifts> =>
      of.userId ? call(shiftRoutes.ofPerson, { params: { userId: of.userId } }) : call(shiftRoutes.own),
    // The data fills the form; it is read again when someone changes it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const settingsQuery = (businessId: string) =>
  queryOptions({ queryKey: settingsKey(businessId), queryFn: () => call(shiftRoutes.settings) })

type Wanted = { plan: ShiftPlan; expected: number }
/** The form shows errors itself. */
export const useSavePlan = ({ userId }: ShiftsOf) =>
  useMutation({
    meta: { silent: true },
    mutationFn: (body: Wanted): Promise<OwnShifts> =>
      userId ? call(shiftRoutes.changeOfPerson, { params: { userId }, body }) : call(shiftRoutes.changeOwn, { body }),
  })

/** Makes what was saved the known shifts of the person; what follows from them is read again. */
export function useKeepShifts(of: ShiftsOf) {
  const client = useQueryClient()
  return (saved: OwnShifts) => {
    client.setQueryData(personKey(of), saved)
    void client.invalidateQueries({
      predicate: ({ queryKey }) =>
        queryKey[0] === 'shifts' && queryKey[1] === of.businessId && queryKey[2] !== 'person',
    })
  }
}

/** A pause until a moment; null ends it. */
export function usePause(of: ShiftsOf) {
  const keep = useKeepShifts(of)
  const { userId } = of
  return useMutation({
    mutationFn: (until: string | null) =>
      userId
        ? call(shiftRoutes.pauseOfPerson, { params: { userId }, body: { until } })
        : call(shiftRoutes.pauseOwn, { body: { until } }),
    onSuccess: keep,
  })
}

type NewSettings = { settings: ShiftSettings; expected: number }
/** The dialog shows errors itself. */
export function useSaveSettings(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: NewSettings) => call(shiftRoutes.changeSettings, { body }),
    onSuccess: (saved) => {
      client.setQueryData(settingsKey(businessId), saved)
      return client.invalidateQueries({ queryKey: shiftsKey(businessId) })
    },
  })
}
