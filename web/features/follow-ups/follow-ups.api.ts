import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FollowUp } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import { type FollowUpInput, followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import { call } from '../../lib/http/call.ts'
import { newKey } from '../../lib/http/idempotency-key.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { sendOrKeep } from '../../lib/session/unsent/send-or-keep.ts'
import { toast } from '../../ui/feedback/toast.tsx'

export const followUpsQuery = (businessId: string, leadId: string) =>
  queryOptions({
    queryKey: [...queryKeys.followUps(businessId), 'of-lead', leadId],
    queryFn: ({ signal }) => call(followUpRoutes.list, { params: { id: leadId } }, { signal }),
    staleTime: 0,
  })

/** The lead and the person of a follow-up, and when it is due. */
export type FollowUpOf = { leadId: string; userId: string; dueAt: string }
export const followUpOf = ({ leadId, user, dueAt }: FollowUp): FollowUpOf => ({ leadId, userId: user._id, dueAt })

export const finish = (of: Omit<FollowUpOf, 'dueAt'>, isDone: boolean) =>
  call(followUpRoutes.done, { params: { id: of.leadId }, body: { userId: of.userId, isDone } })
export const move = ({ leadId, userId }: FollowUpOf, dueAt: string) =>
  call(followUpRoutes.snooze, { params: { id: leadId }, body: { userId, dueAt } })
export const give = (leadId: string, fromUserId: string, userId: string) =>
  call(followUpRoutes.handover, { params: { id: leadId }, body: { fromUserId, userId } })
const put = (leadId: string, body: FollowUpInput) => call(followUpRoutes.set, { params: { id: leadId }, body })
const keyed = (businessId: string, leadId: string) => ({ id: newKey(), businessId, leadId })
const drop = (leadId: string, userId: string) =>
  call(followUpRoutes.remove, { params: { id: leadId }, query: { userId } })

/** Without a network these two wait on the device (web/lib/session/unsent). */
export const keepFinished = (businessId: string, { leadId, userId }: FollowUpOf) =>
  sendOrKeep({ ...keyed(businessId, leadId), kind: 'finishFollowUp', body: { userId, isDone: true } })
export const keepMoved = (businessId: string, { leadId, userId }: FollowUpOf, dueAt: string) =>
  sendOrKeep({ ...keyed(businessId, leadId), kind: 'moveFollowUp', body: { userId, dueAt } })

type Act = () => Promise<unknown>
type Change = { act: Act; message?: string; undo?: Act }

export const isKept = (done: unknown) =>
  typeof done === 'object' && done !== null && 'isKept' in done && done.isKept === true

/** Runs a change of follow-ups and says so in a toast with Undo. */
export function useChangeFollowUps(businessId: string) {
  const { t } = useTranslation('follow-ups')
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ act }: Change) => act(),
    onSuccess: (done, { message, undo }) => {
      if (isKept(done)) toast.info(t('toasts.kept'))
      else if (message) toast.success(message, undo && { undo: () => run({ act: undo }) })
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.followUps(businessId) }),
  })
  // Undo may be pressed after the screen is closed; the mutation cache shows errors.
  const run = (change: Change) => void mutateAsync(change).catch(() => undefined)
  return { run, isPending }
}

export function useFollowUpActions(businessId: string) {
  const { t } = useTranslation('follow-ups')
  const { run, isPending } = useChangeFollowUps(businessId)
  return {
    isPending,
    done: (of: FollowUpOf) =>
      run({
        act: () => keepFinished(businessId, of),
        message: t('toasts.done'),
        undo: () => finish(of, false),
      }),
    snooze: (of: FollowUpOf, dueAt: string) =>
      run({
        act: () => keepMoved(businessId, of, dueAt),
        message: t('toasts.snoozed'),
        undo: () => move(of, of.dueAt),
      }),
    handOver: ({ leadId, userId }: FollowUpOf, to: { _id: string; name: string }) =>
      run({
        act: () => give(leadId, userId, to._id),
        message: t('toasts.handedOver', { name: to.name }),
        undo: () => give(leadId, to._id, userId),
      }),
    remove: ({ leadId, action, dueAt, note, user }: FollowUp) =>
      run({
        act: () => drop(leadId, user._id),
        message: t('toasts.removed'),
        undo: () => put(leadId, { action, dueAt, note, userId: user._id }),
      }),
    /** `before`: what it replaces, which Undo brings back. */
    set: (leadId: string, input: FollowUpInput & { userId: string }, before?: FollowUp) =>
      run({
        act: () => sendOrKeep({ ...keyed(businessId, leadId), kind: 'setFollowUp', body: input }),
        message: t('toasts.set'),
        undo: () =>
          before
            ? put(leadId, { action: before.action, dueAt: before.dueAt, note: before.note, userId: input.userId })
            : drop(leadId, input.userId),
      }),
  }
}
export type FollowUpActions = ReturnType<typeof useFollowUpActions>
