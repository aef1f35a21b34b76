import { Stack } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { GuestMeeting as Meeting } from '#contract/leads/meetings/guest-meetings.ts'
import { ApiError } from '../../lib/http/call.ts'
import { BusinessIntro } from '../../shared/business-intro.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { GuestAnswers } from './guest-answers.tsx'
import { guestMeetingQuery, type MeetingLink, useOpened } from './guest-meeting.api.ts'
import classes from './guest-meeting.module.css'
import { CalendarLinks, MeetingDetails } from './meeting-details.tsx'

/** A meeting as its guest sees it, without an account. A wrong link and an old one look alike. */
export function GuestMeeting(link: MeetingLink) {
  const { t } = useTranslation('guest-meeting')
  const { data, error, refetch } = useQuery(guestMeetingQuery(link))
  const isDead = error instanceof ApiError && (error.status === 404 || error.status === 422)
  if (isDead) return <EmptyState asPage icon={<IconLinkOff />} title={t('dead.title')} text={t('dead.text')} />
  if (data) return <Shown link={link} meeting={data} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <SkeletonRows rows={6} columns={1} />
}

function Shown({ link, meeting }: { link: MeetingLink; meeting: Meeting }) {
  const { t } = useTranslation('guest-meeting')
  useOpened(link, meeting)
  const { state, business } = meeting
  const isOn = state === 'open' || state === 'begun'
  return (
    <Stack gap="lg">
      <BusinessIntro
        business={{ ...business, _id: link.id }}
        title={(marks) => t(`title.${state === 'cancelled' ? 'cancelled' : meeting.kind}`, marks)}
        asPage
      />
      <MeetingDetails meeting={meeting} isOn={isOn} />
      {state === 'open' ? (
        <GuestAnswers link={link} meeting={meeting} />
      ) : (
        <p className={classes.said} role="status">
          {t(`over.${state}`)}
        </p>
      )}
      {state === 'open' && meeting.status !== 'Meeting Canceled' && <CalendarLinks link={link} meeting={meeting} />}
    </Stack>
  )
}
