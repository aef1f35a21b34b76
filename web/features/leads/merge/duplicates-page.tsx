import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { commaList, id } from '#contract/common.ts'
import { MERGE_MAX } from '#contract/duplicates/merge-fields.ts'
import { formatNumber, formatTotal } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useSearchState } from '../../../lib/search.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { groupQuery } from './merge.api.ts'
import classes from './merge.module.css'
import { MergeLeads } from './merge-leads.tsx'

const Search = z.object({
  /** These leads; absent: groups of possible duplicates. */
  leads: commaList(id).pipe(z.array(id).min(2).max(MERGE_MAX)).optional(),
  at: z.coerce.number().int().min(1).default(1),
})

/** Leads that may be one person, one group after another; or leads that were chosen. */
export function DuplicatesPage() {
  const { t } = useTranslation('duplicates')
  const { businessId } = useBusiness()
  const mayMerge = useCan('leads.merge')
  const [{ leads, at }, set] = useSearchState(Search)
  const navigate = useNavigate()
  if (!mayMerge)
    return (
      <Page title={t('name')}>
        <NoPermission />
      </Page>
    )
  if (!leads) return <Groups {...{ businessId, at }} onGo={(place) => void set({ at: place })} />
  const [first = ''] = leads
  return (
    <MergeLeads
      key={leads.join()}
      {...{ businessId, leadIds: leads }}
      hidden={0}
      onMerged={(lead) => void navigate({ to: paths.lead(businessId, lead.campaignId, lead._id), replace: true })}
      onDistinct={() => {
        toast.success(t('distinguished'))
        void navigate({ to: paths.leads(businessId), replace: true, state: { from: first } as never })
      }}
      onLater={undefined}
    />
  )
}

/** What makes duplicates, and what does not. */
function ToPolicy({ businessId }: { businessId: string }) {
  const { t } = useTranslation('duplicates')
  return (
    <Button component={Link} to={paths.duplicatePolicy(businessId)} variant="default">
      {t('policy')}
    </Button>
  )
}

function Groups({ businessId, at, onGo }: { businessId: string; at: number; onGo: (place: number) => void }) {
  const { t } = useTranslation('duplicates')
  const { data, error, refetch } = useQuery(groupQuery(businessId, at))
  const [group] = data?.groups ?? []
  if (!data || !group)
    return (
      <Page title={t('name')} actions={<ToPolicy businessId={businessId} />}>
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !data && <SkeletonRows rows={8} columns={3} />}
        {data && data.pagination.total > 0 && (
          <EmptyState
            icon={<IconUsers />}
            title={t('passed.title')}
            text={t('passed.text')}
            action={<Button onClick={() => onGo(1)}>{t('passed.action')}</Button>}
          />
        )}
        {data?.pagination.total === 0 && (
          <EmptyState
            icon={<IconUsers />}
            title={t('empty.title')}
            text={t('empty.text')}
            action={
              <Button component={Link} to={paths.leads(businessId)} variant="default">
                {t('empty.action')}
              </Button>
            }
          />
        )}
      </Page>
    )
  const { total } = data.pagination
  return (
    <MergeLeads
      key={group.leadIds.join()}
      {...{ businessId, leadIds: group.leadIds, hidden: group.hidden }}
      context={group.reasons.map((reason) => t(`reasons.${reason}`)).join(' · ')}
      pager={
        <nav className={classes.places} aria-label={t('name')}>
          <ActionIcon variant="subtle" aria-label={t('previous')} disabled={at === 1} onClick={() => onGo(at - 1)}>
            <IconChevronLeft data-mirror aria-hidden />
          </ActionIcon>
          <span>{t('place', { place: formatNumber(at), total: formatTotal(data.pagination) })}</span>
          <ActionIcon variant="subtle" aria-label={t('next')} disabled={at >= total} onClick={() => onGo(at + 1)}>
            <IconChevronRight data-mirror aria-hidden />
          </ActionIcon>
        </nav>
      }
      onMerged={() => undefined}
      onDistinct={() => void toast.success(t('distinguished'))}
      onLater={() => onGo(at + 1)}
    />
  )
}
