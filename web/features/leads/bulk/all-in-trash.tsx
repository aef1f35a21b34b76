import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Pagination } from '#contract/common.ts'
import { TRASH_DAYS } from '#contract/leads/terms.ts'
import { formatTotal } from '../../../lib/i18n/format.ts'
import { useCan } from '../../../lib/session/session.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useStartOperation } from './operations.api.ts'

type Props = { businessId: string; campaignId: string | null; pagination: Pagination }

/** The list is empty because its leads are in the trash. */
export function AllInTrash({ businessId, campaignId, pagination }: Props) {
  const { t } = useTranslation('leads')
  const canRestore = useCan('leads.delete', campaignId)
  const start = useStartOperation(businessId)
  const restore = () =>
    void start({
      action: { kind: 'restore' },
      all: true,
      ...(campaignId && { campaignId: [campaignId] }),
      filters: { trash: true },
    })
  return (
    <EmptyState
      icon={<IconTrash />}
      title={t('allInTrash', { count: pagination.total, total: formatTotal(pagination) })}
      text={t('allInTrashText', { count: TRASH_DAYS })}
      action={
        <>
          {canRestore && <Button onClick={restore}>{t('restore')}</Button>}
          <Button variant="default" component={Link} to="." search={{ trash: 'true' } as never}>
            {t('openTrash')}
          </Button>
        </>
      }
    />
  )
}
