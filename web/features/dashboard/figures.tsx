import { Button, Skeleton } from '@mantine/core'
import { IconInbox, IconLock, IconPhone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartUnit, Dashboard } from '#contract/dashboard.ts'
import { lazily } from '../../lib/lazy.ts'
import { paths } from '../../lib/paths.ts'
import { type SearchText, useSearchState } from '../../lib/search.ts'
import { useCan } from '../../lib/session/session.ts'
import { ToNumbers } from '../../shared/numbers/to-numbers.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useSlow } from '../../ui/feedback/skeleton-rows.tsx'
import { ByCampaign, ByResponse, BySource, ByStatus } from './breakdowns.tsx'
import { CallFigures } from './calls/call-figures.tsx'
import { DashboardSearch, type DashboardTab } from './dashboard-search.ts'
import { FigureTiles } from './figure-tiles.tsx'
import classes from './figures.module.css'
import { TimeChart } from './time-chart.tsx'

const CallsPerson = lazily(() => import('./calls/calls-person.tsx'), 'CallsPerson')
const CallsByPerson = lazily(() => import('./calls/calls-by-person.tsx'), 'CallsByPerson')
const HeatMap = lazily(() => import('./calls/heat-map.tsx'), 'HeatMap')
const ReturnedCalls = lazily(() => import('./calls/returned-calls.tsx'), 'ReturnedCalls')
const MeetingTiles = lazily(() => import('./meetings/meeting-tiles.tsx'), 'MeetingTiles')
const ResponseTargets = lazily(() => import('./response-targets.tsx'), 'ResponseTargets')

type Props = {
  tab: DashboardTab
  dashboard: Dashboard
  businessId: string
  campaignId: string | null
  period: SearchText
  /** Shows another period's figures until the requested ones load. */
  isStale: boolean
  onUnit: (unit: ChartUnit) => void
}

/** The figures of a period that a tab shows. */
export function Figures({ isStale, ...props }: Props) {
  const Tab = contents[props.tab]
  return (
    <div className={classes.figures} data-stale={isStale || undefined} aria-busy={isStale}>
      <Tab {...props} />
    </div>
  )
}

type TabProps = Omit<Props, 'isStale'>
const sharedOf = ({ dashboard, businessId, campaignId, period }: TabProps) => ({
  dashboard,
  businessId,
  period,
  to: paths.leads(businessId, campaignId),
})

function General(props: TabProps) {
  const shared = sharedOf(props)
  const { dashboard, to, period } = shared
  const seesMeetings = useCan('meetings.see', props.campaignId)
  return (
    <>
      <FigureTiles dashboard={dashboard} to={to} period={period} />
      <div className={classes.row} data-shape="chart">
        <TimeChart time={dashboard.time} to={to} onUnit={props.onUnit} />
        <ByStatus {...shared} />
      </div>
      {seesMeetings && (
        <Suspense>
          <MeetingTiles businessId={props.businessId} campaignId={props.campaignId} />
        </Suspense>
      )}
    </>
  )
}

const Sources = (props: TabProps) => (
  <div className={classes.row}>
    <BySource {...sharedOf(props)} />
    {!props.campaignId && <ByCampaign {...sharedOf(props)} />}
  </div>
)

function Calls({ dashboard: { calls }, businessId, campaignId, period }: TabProps) {
  const { t } = useTranslation('dashboard')
  const [{ rang }] = useSearchState(DashboardSearch)
  if (!calls?.hasCalls)
    return <EmptyState icon={<IconPhone />} title={t('noCalls')} text={t('noCallsText')} action={<ToNumbers />} />
  const place = { businessId, campaignId, period: { ...period, ...(rang && { rang }) } }
  return (
    <>
      <Suspense>
        <CallsPerson businessId={businessId} />
      </Suspense>
      <CallFigures
        calls={calls}
        {...place}
        returns={
          <Suspense>
            <ReturnedCalls {...place} />
          </Suspense>
        }
      >
        <Suspense>
          <HeatMap {...place} />
        </Suspense>
      </CallFigures>
    </>
  )
}

const Team = (props: TabProps) => (
  <div className={classes.row}>
    <ByResponse {...sharedOf(props)} />
    <Suspense>
      <ResponseTargets
        businessId={props.businessId}
        campaignId={props.campaignId}
        period={props.period}
        days={props.dashboard.period}
      />
    </Suspense>
    {props.dashboard.calls?.hasCalls && (
      <Suspense>
        <CallsByPerson
          calls={props.dashboard.calls}
          businessId={props.businessId}
          campaignId={props.campaignId}
          period={props.period}
        />
      </Suspense>
    )}
  </div>
)

const contents: Record<DashboardTab, ComponentType<TabProps>> = {
  general: General,
  sources: Sources,
  calls: Calls,
  team: Team,
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

/** Shown to a member without access to any campaign. */
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
          <Skeleton height="14rem" aria-hidden />
        </>
      )}
    </div>
  )
}
