import { Button, UnstyledButton } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { id } from '#contract/common.ts'
import { TEAM, type TodaySection } from '#contract/leads/follow-ups/today.ts'
import { formatWeekday } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { paths } from '../../../lib/paths.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSearchState } from '../../../lib/search.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import segments from '../../../ui/layout/segments.module.css'
import type { FollowUpTarget } from '../follow-up-form.tsx'
import { CampaignChoice } from './campaign-choice.tsx'
import { Section } from './section.tsx'
import { SectionTabs } from './section-tabs.tsx'
import { todayQuery } from './today.api.ts'
import classes from './today.module.css'
import { useChosen } from './use-chosen.ts'
import { useRowKeys } from './use-row-keys.ts'

const ChosenBar = lazily(() => import('./chosen-bar.tsx'), 'ChosenBar')
const FollowUpForm = lazily(() => import('../follow-up-form.tsx'), 'FollowUpForm')
const State = z.object({ of: z.enum([TEAM]).optional(), campaign: id.optional() })

/** All that is to be done today: follow-ups, missed calls, leads without an answer. */
export function TodayPage() {
  const { t } = useTranslation('follow-ups')
  const { businessId } = useBusiness()
  const seesTeam = useCan('followUps.team')
  const [{ of, campaign }, set] = useSearchState(State)
  const userId = seesTeam ? of : undefined
  const { data, error, refetch } = useQuery(todayQuery(businessId, { userId, campaignId: campaign }))
  const [edited, edit] = useState<FollowUpTarget | null>(null)
  useLiveInvalidate({ businessId, topics: ['followUp', 'lead', 'call'] }, [
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
      title={t('today.title')}
      context={<DayLine sections={data?.sections} />}
      beside={
        <>
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
      {data && isDone(data.sections) && (
        <EmptyState
          icon={<IconChecks />}
          title={t('today.done')}
          text={t('today.doneText')}
          action={
            <Button component={Link} to={paths.leads(businessId)} variant="default">
              {t('today.toLeads')}
            </Button>
          }
        />
      )}
      {data && !isDone(data.sections) && <SectionTabs sections={data.sections} />}
      {data && !isDone(data.sections) && (
        <div className={classes.sections}>
          {data.sections.map((section) => (
            <Section key={section.kind} {...{ section, chosen }} isTeam={userId === TEAM} onEdit={edit} />
          ))}
        </div>
      )}
      {edited && (
        <Suspense>
          <FollowUpForm businessId={businessId} target={edited} isForOthers={seesTeam} onClose={() => edit(null)} />
        </Suspense>
      )}
    </Page>
  )
}

const isDone = (sections: readonly TodaySection[]) => sections.every(({ count }) => count === 0)

/** The day, and how much is waiting. */
function DayLine({ sections }: { sections: readonly TodaySection[] | undefined }) {
  const { t } = useTranslation('follow-ups')
  const count = sections?.reduce((sum, section) => sum + section.count, 0)
  return (
    <span className={classes.day}>
      <bdi>{formatWeekday(new Date())}</bdi>
      {count !== undefined && count > 0 && <span>{t('today.waiting', { count })}</span>}
    </span>
  )
}
