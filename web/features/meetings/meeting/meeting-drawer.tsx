import { Button, Drawer } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { ApiError } from '../../../lib/http/call.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { StateLabel } from '../../../shared/state-label.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { lookOf, nameOf, stateOf } from '../meeting-look.ts'
import { meetingKeys, meetingQuery } from '../meetings.api.ts'
import { MeetingActions } from './meeting-actions.tsx'
import classes from './meeting-drawer.module.css'
import { MeetingFacts } from './meeting-facts.tsx'
import { MeetingHistory } from './meeting-history.tsx'

type Props = { meetingId: string; onClose: () => void }

/** All about one meeting, and what can be done with it. */
export function MeetingDrawer({ meetingId, onClose }: Props) {
  const { t } = useTranslation(['meetings', 'common'])
  const { businessId } = useBusiness()
  const isNarrow = useNarrow()
  const { data, error, refetch } = useQuery(meetingQuery(businessId, meetingId))
  useLiveInvalidate({ businessId, topics: ['meeting', 'lead'] }, [meetingKeys.all(businessId)])
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 422)
  const close = t('close', { ns: 'common' })
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isNarrow ? '100%' : '27rem'}
      title={t('meeting')}
      closeButtonProps={{ 'aria-label': close }}
    >
      {data && <Shown meeting={data.meeting} />}
      {!data && !error && <SkeletonRows rows={6} columns={2} />}
      {!data && isMissing && (
        <EmptyState
          icon={<IconCalendarOff />}
          title={t('notFound')}
          action={
            <Button variant="default" onClick={onClose}>
              {close}
            </Button>
          }
        />
      )}
      {!data && error && !isMissing && <ErrorState error={error} onRetry={() => void refetch()} />}
    </Drawer>
  )
}

function Shown({ meeting }: { meeting: Meeting }) {
  const { t } = useTranslation('meetings')
  const { businessId } = useBusiness()
  const { campaignId, campaignName, leadId, title, guestWords } = meeting
  return (
    <div className={classes.meeting}>
      <div className={classes.head}>
        <StateLabel look={lookOf(meeting)}>{t(`states.${stateOf(meeting)}`)}</StateLabel>
        <h2 className={classes.name}>
          <Link to={paths.lead(businessId, campaignId, leadId)}>
            <UserText>{nameOf(meeting)}</UserText>
          </Link>
        </h2>
        <p className={classes.below}>
          <UserText>{title}</UserText> · <UserText>{campaignName}</UserText>
        </p>
      </div>
      {guestWords && (
        <p className={classes.words}>
          <strong>{t('askedForTime')}</strong> <UserText>{guestWords}</UserText>
        </p>
      )}
      {meeting.canEdit && <MeetingActions meeting={meeting} />}
      <MeetingFacts meeting={meeting} />
      <MeetingHistory meeting={meeting} />
    </div>
  )
}
