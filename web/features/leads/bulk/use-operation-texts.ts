import { useTranslation } from 'react-i18next'
import type { Operation, OperationKind } from '#contract/leads/operations.ts'
import type { ApiError } from '../../../lib/http/call.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { useErrorText } from '../../../lib/i18n/use-error-text.ts'

export function useOperationTexts() {
  const { t } = useTranslation('leads')
  const errorText = useErrorText()
  const { t: common } = useTranslation()
  return {
    running: ({ kind }: Operation) => t(`operation.running.${kind}`),
    done: ({ kind, state, done, skipped }: Operation) => {
      const what = t(`operation.done.${state === 'cancelled' ? 'cancelled' : kind}`, {
        count: done,
        total: formatNumber(done),
      })
      if (skipped === 0) return what
      return t('operation.withSkipped', {
        what,
        skipped: t('operation.skipped', { count: skipped, total: formatNumber(skipped) }),
      })
    },
    failed: ({ error }: Operation) => t('operation.failed', { reason: errorText(error) }),
    undo: ({ kind }: Operation) =>
      kind === 'delete' ? t('restore') : kind === 'message' ? t('operation.stopMessages') : undefined,
    /** Specification, section 8, for a deletion: the server's reason if it refused, else a general text. */
    refused: (error: ApiError | undefined, kind?: OperationKind) => {
      if (kind !== 'delete') return error?.message ?? common('unexpectedError')
      return error && error.status < 500 ? t('deleteRefused', { reason: error.message }) : t('deleteFailed')
    },
  }
}
export type OperationTexts = ReturnType<typeof useOperationTexts>
