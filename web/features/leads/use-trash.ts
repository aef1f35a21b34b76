import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/http/call.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useDeleteLeads, useRestoreLeads } from './leads.api.ts'

/** Deletes and restores. A deletion can be undone from the toast for 10 seconds, and from the trash for 30 days. */
export function useTrash(businessId: string) {
  const { t } = useTranslation('leads')
  const deletion = useDeleteLeads(businessId)
  const restoring = useRestoreLeads(businessId)
  // Uses promises, because callbacks of `mutate` do not run after unmount, and Undo may be pressed on another page.
  const restore = (ids: string[]) =>
    void restoring.mutateAsync(ids).then(
      () => toast.success(t('restored', { count: ids.length })),
      () => undefined,
    )
  const remove = (ids: string[], onDone?: () => void) =>
    void deletion.mutateAsync(ids).then(
      () => {
        toast.success(t('deleted', { count: ids.length }), { undo: () => restore(ids), undoLabel: t('restore') })
        onDone?.()
      },
      // Specification, section 8: the server's reason if it refused, else a general text.
      (error: unknown) =>
        toast.error(
          error instanceof ApiError && error.status < 500
            ? t('deleteRefused', { reason: error.message })
            : t('deleteFailed'),
        ),
    )
  return { remove, restore }
}
