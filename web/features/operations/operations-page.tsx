import { Button, SegmentedControl } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type OperationSize, operationSizes } from '#contract/leads/operations.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchState } from '../../lib/search.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { usePageSize } from '../../lib/storage.ts'
import { useUndoDialog } from '../../shared/popups/undo/use-undo-dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ListPager } from '../../ui/list/list-pager.tsx'
import { OperationRow } from './operation-row.tsx'
import { operationsQuery } from './operations.api.ts'
import classes from './operations-page.module.css'

const Search = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  of: z.enum(operationSizes).catch('all'),
})

export function OperationsPage() {
  const { t } = useTranslation('operations')
  const mayBulk = useCan('leads.bulk')
  if (mayBulk) return <Operations />
  return (
    <Page title={t('title')}>
      <NoPermission />
    </Page>
  )
}

function Operations() {
  const { t } = useTranslation('operations')
  const { businessId } = useBusiness()
  const ownsBusiness = useCan('business.settings')
  const [{ page, of }, set] = useSearchState(Search)
  const undo = useUndoDialog(businessId)
  const [limit] = usePageSize('operation')
  const { data, error, refetch } = useQuery(operationsQuery(businessId, { page, limit, of }))
  const operations = data?.operations ?? []
  return (
    <Page
      title={t('title')}
      context={t(ownsBusiness ? 'text' : 'textOfOwn')}
      toolbar={
        <SegmentedControl
          aria-label={t('of.label')}
          value={of}
          data={operationSizes.map((size) => ({ value: size, label: t(`of.${size}`) }))}
          onChange={(size) => void set({ of: size === 'all' ? undefined : (size as OperationSize), page: undefined })}
        />
      }
      footer={data && operations.length > 0 && <ListPager table="operation" paging={data.pagination} onChange={set} />}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={5} columns={3} />}
      {data && operations.length === 0 && of !== 'all' && <EmptyState icon={<IconStack2 />} title={t('noneOfSize')} />}
      {data && operations.length === 0 && of === 'all' && (
        <EmptyState
          icon={<IconStack2 />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <Button component={Link} to={paths.leads(businessId)} variant="default">
              {t('empty.action')}
            </Button>
          }
        />
      )}
      {operations.length > 0 && (
        <ul className={classes.rows}>
          {operations.map((operation) => (
            <OperationRow
              key={operation._id}
              operation={operation}
              businessId={businessId}
              onUndo={() =>
                undo.open({
                  _id: operation._id,
                  isUndo: operation.kind === 'undo',
                  isOfMessages: operation.kind === 'message',
                })
              }
            />
          ))}
        </ul>
      )}
      {undo.slot}
    </Page>
  )
}
