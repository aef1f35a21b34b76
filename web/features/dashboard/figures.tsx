import { Button, Skeleton } from '@mantine/core'
import { IconInbox, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ChartUnit, Dashboard } from '#contract/dashboard.ts'
import { paths } from '../../lib/paths.ts'
import type { SearchText } from '../../lib/search.ts'
import { useCan } from '../../lib/session/session.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useSlow } from '../../ui/feedback/skeleton-rows.tsx'
import { ByCampaign, ByResponse, BySource, ByStatus } from './breakdowns.tsx'
import { CallFigures } from './call-figures.tsx'
import { FigureTiles } from './figure-tiles.tsx'
import classes from './figures.module.css'
import { TimeChart } from './time-chart.tsx'

type Props = {
  dashboard: Dashboard
  businessId: string
  campaignId: string | null
  period: SearchText
  /** Shows another period's figures until the requested ones load. */
  isStale: boolean
  onUnit: (unit: ChartUnit) => void
}

/** All figures of a period. */
export function Figures({ dashboard, businessId, campaignId, period, isStale, onUnit }: Props) {
  const to = paths.leads(businessId, campaignId)
  const shared = { dashboard, businessId, to, period }
  return (
    <div className={classes.figures} data-stale={isStale || undefined} aria-busy={isStale}>
      <FigureTiles dashboard={dashboard} to={to} period={period} />
      <div className={classes.row} data-shape="chart">
        <TimeChart time={dashboard.time} to={to} onUnit={onUnit} />
        <BySource {...shared} />
      </div>
      <div className={classes.row}>
        <ByStatus {...shared} />
        <ByResponse {...shared} />
        {!campaignId && <ByCampaign {...shared} />}
      </div>
      {dashboard.calls?.hasCalls && <CallFigures calls={dashboard.calls} {...{ businessId, campaignId, period }} />}
    </div>
  )
}

/** Before the first lead: explains the dashboard and how leads arrive. */
export function NoLeadsYet({ businessId }: { businessId: string }) {
  const { t } = useTranslation('dashboard')
  const canConnect = useCan('business.settings')
  const canAdd = useCan('leads.edit')
  return (
    <EmptyState
      icon={<IconInbox />}
      title={t('noLeads')}
      text={canConnect ? t('noLeadsOwner') : t('noLeadsText')}
      action={
        <>
          {canConnect && (
            <Button component={Link} to={paths.apiKeys(businessId)}>
              {t('connect')}
            </Button>
          )}
          {canAdd && (
            <Button variant="default" component={Link} to={paths.leads(businessId)}>
              {t('toLeads')}
            </Button>
          )}
        </>
      }
    />
  )
}

/** For a member without access to any campaign. */
export function NoCampaigns() {
  const { t } = useTranslation('dashboard')
  return <EmptyState icon={<IconLock />} title={t('noCampaigns')} text={t('noCampaignsText')} />
}

/** Placeholder while figures load. */
export function FiguresSkeleton() {
  const { t } = useTranslation()
  const isSlow = useSlow()
  return (
    <div className={classes.skeleton} role="status" aria-label={t('loading')}>
      {isSlow && (
        <>
          <div className={classes.skeletonTiles} aria-hidden>
            {['a', 'b', 'c', 'd', 'e', 'f'].map((tile) => (
              <span key={tile} className={classes.skeletonTile}>
                <Skeleton height="0.75rem" width="55%" />
                <Skeleton height="1.5rem" width="40%" />
                <Skeleton height="0.75rem" width="70%" />
              </span>
            ))}
          </div>
          <Skeleton height="17rem" aria-hidden />
        </>
      )}
    </div>
  )
}
