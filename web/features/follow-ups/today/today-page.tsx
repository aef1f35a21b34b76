import { Button, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { id } from '#contract/common.ts'
import { TEAM, type TodaySection } from '#contract/leads/follow-ups/today.ts'
import { beginningOf, dayOf, plusDays } from '#contract/values/clock.ts'
import { formatWeekday } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSearchState } from '../../../lib/search.ts'
import { useBusiness, useCan, useSession } from '../../../lib/session/session.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import segments from '../../../ui/layout/segments.module.css'
import type { FollowUpTarget } from '../follow-up-form.tsx'
import { CampaignChoice } from './campaign-choice.tsx'
import { Sections, waitingIn } from './sections.tsx'
import { progressQuery, todayQuery } from './today.api.ts'
import classes from './today.module.css'
import { useChosen } from './use-chosen.ts'
import { useRowKeys } from './use-row-keys.ts'

const ChosenBar = lazily(() => import('./chosen-bar.tsx'), 'ChosenBar')
const FollowUpForm = lazily(() => import('../follow-up-form.tsx'), 'FollowUpForm')
const State = z.object({
  of: z.enum([TEAM]).optional(),
  campaign: id.optional(),
  day: z.enum(['tomorrow']).optional(),
})

/** All that is to be done today: follow-ups, missed calls, leads without an answer. */
export function TodayPage() {
  const { t } = useTranslation('follow-ups')
  const { businessId } = useBusiness()
  const { user } = useSession()
  const seesTeam = useCan('followUps.team')
  const [{ of, campaign, day = 'today' }, set] = useSearchState(State)
  const userId = seesTeam ? of : undefined
  const shown = { userId, campaignId: campaign }
  const { data, dataUpdatedAt, error, refetch } = useQuery(todayQuery(businessId, { ...shown, day }))
  const isToday = day === 'today'
  const { data: progress } = useQuery({ ...progressQuery(businessId, shown), enabled: isToday })
  const [edited, edit] = useState<FollowUpTarget | null>(null)
  useLiveInvalidate({ businessId, topics: ['followUp', 'lead', 'call', 'campaign', 'workingHours'] }, [
    [...queryKeys.followUps(businessId), 'today'],
  ])
  useRowKeys()
  const isNarrow = useNarrow()
  const chosen = useChosen(data?.sections ?? [])
  const choice = (value: typeof TEAM | undefined, label: string) => (
    <UnstyledButton
      className={segments.choice}
      data-small
      aria-pressed={userId === value}
      onClick={() => void set({ of: value })}
    >
      {label}
    </UnstyledButton>
  )
  const bar = chosen.items.length > 0 && (
    <Suspense>
      <ChosenBar businessId={businessId} items={chosen.items} onClear={chosen.clear} />
    </Suspense>
  )
  const campaignChoice = <CampaignChoice value={campaign} onChange={(chosen) => void set({ campaign: chosen })} />
  return (
    <Page
      title={t(isToday ? 'today.title' : 'today.tomorrow')}
      context={<DayLine sections={data?.sections} isToday={isToday} />}
      beside={
        <>
          {!isToday && (
            <Button variant="default" onClick={() => void set({ day: undefined })}>
              {t('today.back')}
            </Button>
          )}
          {!isNarrow && campaignChoice}
          {seesTeam && (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
            <div className={segments.bar} role="group" aria-label={t('today.whose')}>
              {choice(undefined, t('today.mine'))}
              {choice(TEAM, t('today.team'))}
            </div>
          )}
        </>
      }
      toolbar={isNarrow && campaignChoice}
      // On a phone it floats above the bottom bar.
      actions={isNarrow && bar}
      footer={!isNarrow && bar}
      flush
    >
      {!data && !error && <SkeletonRows rows={8} columns={4} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <Sections
          {...{ progress, chosen, isToday }}
          sections={data.sections}
          readAt={dataUpdatedAt}
          isTeam={userId === TEAM}
          meetingsOf={{ userId: userId === TEAM ? undefined : user._id, campaignId: campaign }}
          onEdit={edit}
          onTomorrow={() => void set({ day: 'tomorrow' })}
        />
      )}
      {edited && (
        <Suspense>
          <FollowUpForm businessId={businessId} target={edited} isForOthers={seesTeam} onClose={() => edit(null)} />
        </Suspense>
      )}
    </Page>
  )
}

/** The day, and how much is waiting. */
function DayLine({ sections, isToday }: { sections: readonly TodaySection[] | undefined; isToday: boolean }) {
  const { t } = useTranslation('follow-ups')
  const count = sections && waitingIn(sections)
  const today = dayOf(new Date())
  return (
    <span className={classes.day}>
      <bdi>{formatWeekday(beginningOf(isToday ? today : plusDays(today, 1)))}</bdi>
      {isToday && count !== undefined && count > 0 && <span>{t('today.waiting', { count })}</span>}
    </span>
  )
}
