import { Button } from '@mantine/core'
import { IconCalendar, IconChecks } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { TodaySection } from '#contract/leads/follow-ups/today.ts'
import { lazily } from '../../../lib/lazy.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { FollowUpTarget } from '../follow-up-form.tsx'
import { type MeetingsOf, useTodayMeetings } from './meetings-slot.ts'
import { Section } from './section.tsx'
import { SectionTabs, sectionId } from './section-tabs.tsx'
import type { Progress as ProgressOfDay } from './today.api.ts'
import classes from './today.module.css'
import type { ChosenFollowUps } from './use-chosen.ts'

const Progress = lazily(() => import('./progress.tsx'), 'Progress')

type Props = {
  sections: readonly TodaySection[]
  /** When they arrived. */
  readAt: number
  progress: ProgressOfDay | undefined
  isToday: boolean
  isTeam: boolean
  chosen: ChosenFollowUps
  /** Whose meetings stand beside it. */
  meetingsOf: MeetingsOf
  onEdit: (target: FollowUpTarget) => void
  onTomorrow: () => void
}

/** What is to be done, with what was done today beside it; on narrow screens below it. */
export function Sections({
  sections,
  readAt,
  progress,
  isToday,
  isTeam,
  chosen,
  meetingsOf,
  onEdit,
  onTomorrow,
}: Props) {
  const { t } = useTranslation('follow-ups')
  const { businessId } = useBusiness()
  const waiting = waitingIn(sections)
  const isDone = waiting === 0
  const { useCount, Meetings } = useTodayMeetings()
  const meetings = useCount(meetingsOf)
  const tomorrow = progress && progress.tomorrow.count > 0 && (
    <Button variant="default" leftSection={<IconCalendar size={16} aria-hidden />} onClick={onTomorrow}>
      {t('today.ofTomorrow', { count: progress.tomorrow.count })}
    </Button>
  )
  const toLeads = (
    <Button component={Link} to={paths.leads(businessId)} variant="default">
      {t('today.toLeads')}
    </Button>
  )
  return (
    <>
      {!isDone && <SectionTabs sections={sections} meetings={isToday ? meetings : 0} />}
      <div className={classes.columns}>
        {isDone ? (
          <EmptyState
            icon={<IconChecks />}
            title={t(isToday ? 'today.done' : 'today.noneTomorrow')}
            text={isToday && (progress?.done.count ? t('today.finishedText', progress.done) : t('today.doneText'))}
            action={isToday && (tomorrow || toLeads)}
          />
        ) : (
          <div className={classes.sections}>
            {sections.map((section) => (
              <Section key={section.kind} {...{ section, readAt, isTeam, chosen, onEdit }} />
            ))}
          </div>
        )}
        {isToday && (
          <aside className={classes.side}>
            <Suspense>
              <Meetings of={meetingsOf} id={sectionId('meetings')} />
            </Suspense>
            <Suspense>{progress && <Progress {...{ progress, waiting, isTeam }} />}</Suspense>
            {!isDone && tomorrow && <div className={classes.tomorrow}>{tomorrow}</div>}
          </aside>
        )}
      </div>
    </>
  )
}

export const waitingIn = (sections: readonly TodaySection[]) => sections.reduce((sum, { count }) => sum + count, 0)
