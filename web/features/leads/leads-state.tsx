import { Button } from '@mantine/core'
import { IconFilterOff, IconInbox, IconTrash } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Pagination, SEARCH_MIN } from '#contract/common.ts'
import type { Lead } from '#contract/leads.ts'
import { paths } from '../../lib/paths.ts'
import { useCan } from '../../lib/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { isFiltered, isTooShort, type LeadsSearch, noFilters } from './leads-search.ts'

type Props = {
  businessId: string
  search: LeadsSearch
  onChange: (changes: Record<string, unknown>) => void
  onAdd: (() => void) | undefined
  leads: readonly Lead[] | undefined
  pagination: Pagination | undefined
  error: Error | null
  refetch: () => void
  children: ReactNode
}

/** The list, or why there is none: on its way, failed, nothing yet, nothing that fits. */
export function LeadsState({
  businessId,
  search,
  onChange,
  onAdd,
  leads,
  pagination,
  error,
  refetch,
  children,
}: Props) {
  const { t } = useTranslation('leads')
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!leads || !pagination) return <SkeletonRows rows={12} columns={7} />
  if (leads.length > 0) return children
  if (pagination.total > 0)
    return (
      <EmptyState
        icon={<IconInbox />}
        title={t('pastLastPage')}
        action={
          <Button variant="default" onClick={() => onChange({ page: undefined })}>
            {t('toFirstPage')}
          </Button>
        }
      />
    )
  if (search.trash && !isFiltered({ ...search, trash: undefined }))
    return <EmptyState icon={<IconTrash />} title={t('trashEmpty')} text={t('trashEmptyText')} />
  if (isFiltered(search))
    return (
      <EmptyState
        icon={<IconFilterOff />}
        title={t('noMatch')}
        text={isTooShort(search.search) ? t('searchTooShort', { min: SEARCH_MIN }) : t('noMatchText')}
        action={
          <Button variant="default" onClick={() => onChange(noFilters)}>
            {t('clearFilters')}
          </Button>
        }
      />
    )
  return <NoLeadsYet businessId={businessId} onAdd={onAdd} />
}

function NoLeadsYet({ businessId, onAdd }: { businessId: string; onAdd: (() => void) | undefined }) {
  const { t } = useTranslation('leads')
  const canConnect = useCan('business.settings')
  const { campaignId } = useParams({ strict: false }) as { campaignId?: string }
  const canMakeForm = useCan('campaigns.edit', campaignId)
  return (
    <EmptyState
      icon={<IconInbox />}
      title={t('noneYet')}
      text={canConnect ? t('noneYetOwner') : t('noneYetText')}
      action={
        <>
          {campaignId && canMakeForm && (
            <Button variant="default" component={Link} to={paths.forms(businessId, campaignId)}>
              {t('makeForm')}
            </Button>
          )}
          {canConnect && (
            <Button variant="default" component={Link} to={paths.apiKeys(businessId)}>
              {t('connect')}
            </Button>
          )}
          {onAdd && (
            <Button variant="default" onClick={onAdd}>
              {t('addByHand')}
            </Button>
          )}
        </>
      }
    />
  )
}
