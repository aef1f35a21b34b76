import { Button } from '@mantine/core'
import { IconDownload, IconFilterOff, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchState } from '../../lib/search.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { usePageSize } from '../../lib/storage.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { auditQuery, useExportAudit } from './audit.api.ts'
import { AuditFilterFields } from './audit-filters.tsx'
import classes from './audit-page.module.css'
import { AuditRow } from './audit-row.tsx'
import { AuditSearch, atStart, filtersOf, isNarrowed, noFilters } from './audit-search.ts'
import { AuditSides } from './audit-sides.tsx'

/** The audit log: all actions of people and API keys in the business, newest first. */
export function AuditPage() {
  const { t } = useTranslation('audit')
  const { businessId } = useBusiness()
  const [search, set] = useSearchState(AuditSearch)
  const [limit, setLimit] = usePageSize('audit')
  const filters = filtersOf(search)
  const { before, after } = search
  const query = { ...filters, limit, ...(before && { before }), ...(after && { after }) }
  const { data, error, isPlaceholderData, refetch } = useQuery(auditQuery(businessId, query))
  const isEmpty = data?.rows.length === 0
  return (
    <Page
      title={t('title')}
      context={t('text')}
      actions={<ExportButton filters={filters} />}
      toolbar={<AuditFilterFields search={search} onChange={(changes) => void set({ ...changes, ...atStart })} />}
      footer={data && !isEmpty && <AuditSides data={data} size={[limit, setLimit]} onChange={set} />}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={6} columns={3} />}
      {isEmpty && !isNarrowed(search) && <EmptyState icon={<IconHistory />} title={t('empty')} text={t('emptyText')} />}
      {isEmpty && isNarrowed(search) && (
        <EmptyState
          icon={<IconFilterOff />}
          title={t('noMatch')}
          action={
            <Button variant="default" onClick={() => void set(noFilters)}>
              {t('clear')}
            </Button>
          }
        />
      )}
      {data && !isEmpty && (
        <ul className={classes.rows} aria-label={t('list')} data-stale={isPlaceholderData || undefined}>
          {data.rows.map((row) => (
            <AuditRow key={row._id} businessId={businessId} row={row} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function ExportButton({ filters }: { filters: ReturnType<typeof filtersOf> }) {
  const { t } = useTranslation('audit')
  const { mutate, isPending } = useExportAudit()
  const save = () =>
    mutate(filters, {
      onSuccess: ({ url }) => {
        Object.assign(document.createElement('a'), { href: url, download: '' }).click()
        toast.success(t('exportStarted'))
      },
    })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload stroke={1.75} aria-hidden />}
      loading={isPending}
      onClick={save}
    >
      {t('export')}
    </Button>
  )
}
