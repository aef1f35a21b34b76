import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/feedback/toast.tsx'
import {
  type FollowUpOf,
  finish,
  give,
  isKept,
  keepFinished,
  keepMoved,
  move,
  useChangeFollowUps,
} from '../follow-ups.api.ts'

type Request = (of: FollowUpOf) => Promise<unknown>

/**
 * Changes of several follow-ups; one toast says how many were changed and takes these back. Without a network, those that
 * were done or snoozed wait on the device, each by itself.
 */
export function useManyFollowUps(businessId: string) {
  const { t } = useTranslation('follow-ups')
  const { run } = useChangeFollowUps(businessId)
  /** The first refusal is shown, too. */
  const each = (ofs: readonly FollowUpOf[], act: Request, undo: Request, messageOf: (count: number) => string) =>
    run({
      act: async () => {
        const results = await Promise.allSettled(ofs.map(act))
        const fulfilled = results.map((result) => (result.status === 'fulfilled' ? [result.value] : []))
        const changed = ofs.filter((_, at) => fulfilled[at]?.some((value) => !isKept(value)))
        const kept = fulfilled.flat().filter(isKept).length
        const takeBack = () => run({ act: () => Promise.all(changed.map(undo)) })
        if (changed.length > 0) toast.success(messageOf(changed.length), { undo: takeBack })
        if (kept > 0) toast.info(t('toasts.manyKept', { count: kept }))
        const refused = results.find((result) => result.status === 'rejected')
        if (refused) throw refused.reason
      },
    })
  return {
    done: (ofs: readonly FollowUpOf[]) =>
      each(
        ofs,
        (of) => keepFinished(businessId, of),
        (of) => finish(of, false),
        (count) => t('toasts.manyDone', { count }),
      ),
    snooze: (ofs: readonly FollowUpOf[], dueAt: string) =>
      each(
        ofs,
        (of) => keepMoved(businessId, of, dueAt),
        (of) => move(of, of.dueAt),
        (count) => t('toasts.manySnoozed', { count }),
      ),
    handOver: (ofs: readonly FollowUpOf[], to: { _id: string; name: string }) =>
      each(
        ofs.filter(({ userId }) => userId !== to._id),
        ({ leadId, userId }) => give(leadId, userId, to._id),
        ({ leadId, userId }) => give(leadId, to._id, userId),
        (count) => t('toasts.manyHandedOver', { count, name: to.name }),
      ),
  }
}
