import { IconChecks, IconSun } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '#contract/dashboard.ts'
import { actsEverywhere } from '#contract/roles.ts'
import { dayOf } from '#contract/values/clock.ts'
import { useLiveInvalidate } from '../../lib/live-list.ts'
import { useSearchState } from '../../lib/search.ts'
import { useCurrentCampaignId } from '../../lib/session/current-business.ts'
import { campaignNamesQuery, useBusiness } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { dashboardKey, dashboardQuery, someLeadsQuery } from './dashboard.api.ts'
import classes from './dashboard-page.module.css'
import { DashboardSearch, type DashboardTab, periodSearch, queryOf } from './dashboard-search.ts'
import { DashboardTabs, useDashboardTabs } from './dashboard-tabs.tsx'
import { Figures, FiguresSkeleton, NoCampaigns, NoLeadsYet } from './figures.tsx'
import { formatDays } from './format.ts'
import { LeadsBlock } from './lists/leads-block.tsx'
import { PeriodBar } from './period-bar.tsx'

type Props = {
  /** Shown before the figures, or instead of them if the business has no lead yet; `pending`: not known yet. */
  opening?: ReactNode | 'pending'
}

/** Figures of a period, today's leads and the leads that have waited longest for an answer. */
export function DashboardPage({ opening }: Props) {
  // The figures show names of sources and call statuses, whose texts belong to their lists.
  const { t } = useTranslation(['dashboard', 'leads', 'calls'])
  const { businessId, role } = useBusiness()
  const campaignId = useCurrentCampaignId()
  const [search, setSearch] = useSearchState(DashboardSearch)
  const shown = useDashboardTabs(search.tab)
  const query = queryOf(search, campaignId)
  const answer = useQuery(dashboardQuery(businessId, query))
  const { data: names } = useQuery(campaignNamesQuery(businessId))
  useLiveInvalidate({ businessId, campaignId, topics: ['lead', 'call'] }, [dashboardKey(businessId)])
  const dashboard = opening === 'pending' ? undefined : answer.data?.dashboard
  const isOutside = !actsEverywhere(role) && names?.campaigns.length === 0
  const isEmpty = dashboard && !dashboard.hasLeads
  return (
    <Page
      flush
      title={t('title')}
      context={<Context dashboard={dashboard} />}
      summary={!isOutside && <DashboardTabs {...shown} />}
      toolbar={
        !isOutside &&
        !isEmpty && <PeriodBar search={{ ...search, preset: query.preset ?? search.preset }} onChange={setSearch} />
      }
    >
      {isOutside ? (
        <NoCampaigns />
      ) : answer.error && !dashboard ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : isEmpty ? (
        (opening ?? <NoLeadsYet businessId={businessId} />)
      ) : (
        <>
          {dashboard && opening}
          {dashboard ? (
            <Figures
              tab={shown.tab}
              dashboard={dashboard}
              businessId={businessId}
              campaignId={campaignId}
              period={periodSearch(query.preset ?? 'thisMonth', dashboard.period)}
              isStale={answer.isPlaceholderData}
              onUnit={(unit) => setSearch({ unit })}
            />
          ) : (
            <FiguresSkeleton />
          )}
          <Lists tab={shown.tab} businessId={businessId} campaignId={campaignId} />
        </>
      )}
    </Page>
  )
}

/** The days of the period and of the one it is compared with. */
function Context({ dashboard }: { dashboard: Dashboard | undefined }) {
  const { t } = useTranslation('dashboard')
  const { period, previous } = dashboard ?? {}
  return (
    <span data-lines="2">
      {dashboard && !period && t('presets.allTime')}
      {period && !previous && formatDays(period)}
      {period && previous && t('daysCompared', { days: formatDays(period), before: formatDays(previous) })}
    </span>
  )
}

type ListsProps = { businessId: string; campaignId: string | null }
/** Lists of leads. Only the first tab shows and requests them. */
const Lists = ({ tab, ...props }: ListsProps & { tab: DashboardTab }) => tab === 'general' && <LeadLists {...props} />

function LeadLists({ businessId, campaignId }: ListsProps) {
  const { t } = useTranslation('dashboard')
  const today = dayOf(new Date())
  const ofToday = useQuery(
    someLeadsQuery(businessId, { campaignId, filters: { from: today, to: today }, sort: '-date' }),
  )
  const waiting = useQuery(someLeadsQuery(businessId, { campaignId, filters: { unanswered: true }, sort: 'date' }))
  return (
    <div className={classes.blocks}>
      <LeadsBlock
        title={t('today')}
        answer={ofToday}
        businessId={businessId}
        campaignId={campaignId}
        search={{ date: 'today' }}
        empty={{ icon: <IconSun />, title: t('todayNone'), text: t('todayNoneText') }}
      />
      <LeadsBlock
        title={t('waiting')}
        answer={waiting}
        businessId={businessId}
        campaignId={campaignId}
        search={{ unanswered: 'true', sort: 'date' }}
        isWaiting
        empty={{ icon: <IconChecks />, title: t('waitingNone'), text: t('waitingNoneText') }}
      />
    </div>
  )
}
