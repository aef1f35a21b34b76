import { IconChecks, IconSun } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentCampaignId } from '../../lib/current.ts'
import { dayOf, formatWeekday } from '../../lib/format.ts'
import { useLive } from '../../lib/live.ts'
import { useBusiness } from '../../lib/session.ts'
import { spacedOut } from '../../lib/spaced-out.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { dashboardKey, someLeadsQuery } from './dashboard.api.ts'
import classes from './dashboard-page.module.css'
import { LeadsBlock } from './leads-block.tsx'

const REFRESH_MS = 1_000

/** What came today and who has waited longest for an answer. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard')
  const { businessId } = useBusiness()
  const campaignId = useCurrentCampaignId()
  const today = dayOf(new Date())
  const ofToday = useQuery(
    someLeadsQuery(businessId, { campaignId, filters: { from: today, to: today }, sort: '-date' }),
  )
  const waiting = useQuery(someLeadsQuery(businessId, { campaignId, filters: { unanswered: true }, sort: 'date' }))
  useFresh(businessId, campaignId)
  const error = ofToday.error ?? waiting.error
  const isLost = error && !ofToday.data && !waiting.data
  const retry = () => {
    void ofToday.refetch()
    void waiting.refetch()
  }
  return (
    <Page flush title={t('title')} context={formatWeekday(new Date())}>
      {isLost ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
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
      )}
    </Page>
  )
}

/** Leads that come or change show up by themselves. */
function useFresh(businessId: string, campaignId: string | null) {
  const client = useQueryClient()
  const [ask] = useState(() =>
    spacedOut(() => client.invalidateQueries({ queryKey: dashboardKey(businessId) }), REFRESH_MS),
  )
  useLive((message) => {
    if (message.kind !== 'change' || !message.event.name.startsWith('lead.')) return
    if (message.event.businessId !== businessId || (campaignId && message.event.campaignId !== campaignId)) return
    ask()
  })
}
