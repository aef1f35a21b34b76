import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type FollowUpOf, finish, give, move, useChangeFollowUps } from '../follow-ups.api.ts'

type Request = (of: FollowUpOf) => Promise<unknown>

/** Changes of several follow-ups; one toast says how many were changed and takes these back. */
export function useManyFollowUps(businessId: string) {
  const { t } = useTranslation('follow-ups')
  const { run } = useChangeFollowUps(businessId)
  /** The first refusal is shown, too. */
  const each = (ofs: readonly FollowUpOf[], act: Request, undo: Request, messageOf: (count: number) => string) =>
    run({
      act: async () => {
        const results = await Promise.allSettled(ofs.map(act))
        const changed = ofs.filter((_, at) => results[at]?.status === 'fulfilled')
        const takeBack = () => run({ act: () => Promise.all(changed.map(undo)) })
        if (changed.length > 0) toast.success(messageOf(changed.length), { undo: takeBack })
        const refused = results.find((result) => result.status === 'rejected')
        if (refused) throw refused.reason
      },
    })
  return {
    done: (ofs: readonly FollowUpOf[]) =>
      each(
        ofs,
        (of) => finish(of, true),
        (of) => finish(of, false),
        (count) => t('toasts.manyDone', { count }),
      ),
    snooze: (ofs: readonly FollowUpOf[], dueAt: string) =>
      each(
        ofs,
        (of) => move(of, dueAt),
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
