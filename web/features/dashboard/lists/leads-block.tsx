import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { leadRoutes } from '#contract/leads/leads.ts'
import type { RouteReply } from '#contract/route.ts'
import { formatTotal } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { link, type SearchText } from '../../../lib/search.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import classes from '../dashboard-page.module.css'
import { LeadLine } from './lead-line.tsx'

type Props = {
  title: string
  answer: UseQueryResult<RouteReply<typeof leadRoutes.list>>
  businessId: string
  campaignId: string | null
  /** Search parameters of these leads' list. */
  search: SearchText
  /** Shows the waiting time in place of the arrival. */
  isWaiting?: boolean
  empty: { icon: ReactNode; title: string; text: string }
}

/** A few leads with their total and a link to all of them. */
export function LeadsBlock({ title, answer, businessId, campaignId, search, isWaiting = false, empty }: Props) {
  const { t } = useTranslation('dashboard')
  const { data, error, refetch } = answer
  return (
    <section className={classes.block} aria-label={title}>
      <header className={classes.blockHead}>
        <h2 className={classes.blockTitle}>{title}</h2>
        <strong className={classes.count} aria-live="polite">
          {data ? formatTotal(data.pagination) : ' '}
        </strong>
        {data && data.pagination.total > 0 && (
          <Button
            component={Link}
            {...link(paths.leads(businessId, campaignId), search)}
            variant="default"
            size="xs"
            className={classes.all}
            aria-label={t('showAllOf', { title })}
          >
            {t('showAll')}
          </Button>
        )}
      </header>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={8} columns={3} />}
      {data?.leads.length === 0 && <EmptyState {...empty} />}
      {data && data.leads.length > 0 && (
        <ul className={classes.lines}>
          {data.leads.map((lead) => (
            <LeadLine key={lead._id} lead={lead} businessId={businessId} isWaiting={isWaiting} />
          ))}
        </ul>
      )}
    </section>
  )
}
