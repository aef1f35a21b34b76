import { Button, UnstyledButton } from '@mantine/core'
import { IconPhoneCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { id } from '#contract/common.ts'
import { formatTotal } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { paths } from '../../../lib/paths.ts'
import { useSearchState } from '../../../lib/search.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import segments from '../../../ui/layout/segments.module.css'
import type { FollowUpTarget } from '../follow-up-form.tsx'
import { CampaignChoice } from '../today/campaign-choice.tsx'
import today from '../today/today.module.css'
import { useRowKeys } from '../today/use-row-keys.ts'
import { useRowSwipe } from '../today/use-row-swipe.ts'
import { type MissedState, missedKey, missedQuery } from './missed.api.ts'
import classes from './missed.module.css'
import { MissedRow } from './missed-row.tsx'

const FollowUpForm = lazily(() => import('../follow-up-form.tsx'), 'FollowUpForm')
const State = z.object({ campaign: id.optional(), state: z.enum(['snoozed']).optional() })

/** The missed callers of the whole team with whom no one has spoken since. */
export function MissedPage() {
  const { t } = useTranslation(['missed-calls', 'follow-ups'])
  const { businessId } = useBusiness()
  const seesTeam = useCan('followUps.team')
  const [{ campaign, state = 'waiting' }, set] = useSearchState(State)
  const { data, dataUpdatedAt, error, refetch } = useQuery(missedQuery(businessId, { campaignId: campaign, state }))
  const [edited, edit] = useState<FollowUpTarget | null>(null)
  useLiveInvalidate({ businessId, topics: ['call', 'lead', 'followUp', 'campaign', 'workingHours'] }, [
    missedKey(businessId),
  ])
  useRowKeys()
  const swipes = useRowSwipe()
  const isNarrow = useNarrow()
  const campaignChoice = <CampaignChoice value={campaign} onChange={(chosen) => void set({ campaign: chosen })} />
  const choice = (value: MissedState) => (
    <UnstyledButton
      className={segments.choice}
      data-small
      aria-pressed={state === value}
      onClick={() => void set({ state: value === 'snoozed' ? value : undefined })}
    >
      {t(`states.${value}`)}
    </UnstyledButton>
  )
  return (
    <Page
      title={t('title')}
      context={
        data &&
        t('waiting', { count: data.count, total: formatTotal({ total: data.count, totalIsExact: data.countIsExact }) })
      }
      beside={
        <>
          {!isNarrow && campaignChoice}
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
          <div className={segments.bar} role="group" aria-label={t('which')}>
            {choice('waiting')}
            {choice('snoozed')}
          </div>
        </>
      }
      toolbar={isNarrow && campaignChoice}
      flush
    >
      {!data && !error && <SkeletonRows rows={8} columns={4} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.count === 0 && (
        <EmptyState
          icon={<IconPhoneCheck />}
          title={t(`none.${state}`)}
          text={t(`noneText.${state}`)}
          action={
            <Button component={Link} to={paths.today(businessId)} variant="default">
              {t('toToday')}
            </Button>
          }
        />
      )}
      {data && data.count > 0 && (
        <div className={classes.list}>
          <ul className={today.rows} {...swipes}>
            {data.callers.map((item) => (
              <MissedRow key={item.callId} item={item} readAt={dataUpdatedAt} onEdit={edit} />
            ))}
          </ul>
          {data.callers.length < data.count && (
            <p className={today.none}>{t('follow-ups:today.more', { count: data.count - data.callers.length })}</p>
          )}
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
