import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { missedCallRoutes, type missedStates } from '#contract/leads/follow-ups/missed-calls.ts'
import { call } from '../../../lib/http/call.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { toast } from '../../../ui/feedback/toast.tsx'

export type MissedState = (typeof missedStates)[number]
type Shown = { campaignId: string | undefined; state: MissedState }
export const missedKey = (businessId: string) => [...queryKeys.followUps(businessId), 'missed']
export const missedQuery = (businessId: string, { campaignId, state }: Shown) =>
  queryOptions({
    queryKey: [...missedKey(businessId), state, campaignId ?? null],
    queryFn: ({ signal }) =>
      call(missedCallRoutes.list, { query: { state, ...(campaignId && { campaignId }) } }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

type Act = () => Promise<unknown>
type Change = { act: Act; message?: string; undo?: Act }
const setDone = (id: string, isDone: boolean) => call(missedCallRoutes.done, { params: { id }, body: { isDone } })
const setSnoozed = (id: string, until: string | null) =>
  call(missedCallRoutes.snooze, { params: { id }, body: { until } })

/** Acts on a missed caller, named by their last call, each with Undo. */
export function useMissedActions(businessId: string) {
  const { t } = useTranslation('follow-ups')
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ act }: Change) => act(),
    onSuccess: (_done, { message, undo }) => {
      if (message) toast.success(message, undo && { undo: () => run({ act: undo }) })
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.followUps(businessId) }),
  })
  // Undo may be pressed after the row is gone; the mutation cache shows errors.
  const run = (change: Change) => void mutateAsync(change).catch(() => undefined)
  return {
    isPending,
    done: (callId: string) =>
      run({ act: () => setDone(callId, true), message: t('toasts.returned'), undo: () => setDone(callId, false) }),
    reopen: (callId: string) => run({ act: () => setDone(callId, false) }),
    snooze: (callId: string, until: string) =>
      run({
        act: () => setSnoozed(callId, until),
        message: t('toasts.callerSnoozed'),
        undo: () => setSnoozed(callId, null),
      }),
    wake: (callId: string) => run({ act: () => setSnoozed(callId, null) }),
  }
}
