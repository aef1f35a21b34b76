import { Button, UnstyledButton } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads/leads.ts'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { formatDayHead, formatTime } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { StateLabel } from '../../../shared/state-label.tsx'
import { kindIcons, lookOf, stateOf } from '../meeting-look.ts'
import { meetingKeys, meetingsOfLeadQuery } from '../meetings.api.ts'
import classes from './lead-meetings.module.css'

const MeetingDrawer = lazily(() => import('../meeting/meeting-drawer.tsx'), 'MeetingDrawer')
const NewMeeting = lazily(() => import('../making/new-meeting.tsx'), 'NewMeeting')

/** Meetings shown of a lead with many. */
const SHOWN = 3

/** The lead's meetings, the latest first, and a button that sets one. */
export function LeadMeetings({ lead }: { lead: Pick<Lead, '_id' | 'name' | 'phone' | 'email'> }) {
  const { t } = useTranslation('meetings')
  const { businessId } = useBusiness()
  const { data } = useQuery(meetingsOfLeadQuery(businessId, lead._id))
  useLiveInvalidate({ businessId, topics: ['meeting'], concerns: (event) => event.leadId === lead._id }, [
    meetingKeys.all(businessId),
  ])
  const [isMaking, make] = useState(false)
  const [opened, open] = useState<string | null>(null)
  const [isWhole, showAll] = useState(false)
  if (!data || (!data.canEdit && data.meetings.length === 0)) return null
  const { meetings, canEdit } = data
  const shown = isWhole ? meetings : meetings.slice(0, SHOWN)
  return (
    <section className={classes.panel} aria-labelledby="lead-meetings">
      <h2 id="lead-meetings" className={classes.title}>
        {t('ofLead.title')}
      </h2>
      <ul className={classes.list}>
        {shown.map((meeting) => (
          <Item key={meeting._id} meeting={meeting} onOpen={() => open(meeting._id)} />
        ))}
      </ul>
      {shown.length < meetings.length && (
        <UnstyledButton className={classes.more} onClick={() => showAll(true)}>
          {t('moreAt', { count: meetings.length - shown.length })}
        </UnstyledButton>
      )}
      {canEdit && (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconCalendarPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => make(true)}
        >
          {t('newTitle')}
        </Button>
      )}
      <Suspense>
        {isMaking && <NewMeeting lead={lead} onClose={() => make(false)} />}
        {opened && <MeetingDrawer key={opened} meetingId={opened} onClose={() => open(null)} />}
      </Suspense>
    </section>
  )
}

function Item({ meeting, onOpen }: { meeting: Meeting; onOpen: () => void }) {
  const { t } = useTranslation('meetings')
  const { kind, startsAt } = meeting
  const KindIcon = kindIcons[kind]
  return (
    <li>
      <UnstyledButton className={classes.item} onClick={onOpen}>
        <span className={classes.when}>
          <KindIcon size={16} stroke={1.75} aria-label={t(`kinds.${kind}`)} role="img" />
          {formatDayHead(startsAt)}, <bdi dir="ltr">{formatTime(startsAt)}</bdi>
        </span>
        <StateLabel look={lookOf(meeting)}>{t(`states.${stateOf(meeting)}`)}</StateLabel>
      </UnstyledButton>
    </li>
  )
}
