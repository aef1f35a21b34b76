import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { formatDayHead, formatTime } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { StateLabel } from '../../../shared/state-label.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { OutcomeButtons } from '../meeting/outcome-buttons.tsx'
import { lookOf, nameOf, stateOf } from '../meeting-look.ts'
import { meetingKeys, useMeetingActs } from '../meetings.api.ts'
import { useTodayMeetings } from './today-meetings.api.ts'
import classes from './today-meetings.module.css'

const MeetingDrawer = lazily(() => import('../meeting/meeting-drawer.tsx'), 'MeetingDrawer')

/** Rows of each list; as outcomes are recorded, the next ones follow. */
const SHOWN = 10

type Props = { of: { userId: string | undefined; campaignId: string | undefined }; id: string }

/** Meetings that are over and ask how they went, and those of the rest of the day. */
export function TodayMeetings({ of, id }: Props) {
  const { t } = useTranslation('meetings')
  const { businessId } = useBusiness()
  const { ended, later } = useTodayMeetings(of)
  const acts = useMeetingActs(businessId)
  const [opened, open] = useState<string | null>(null)
  useLiveInvalidate({ businessId, topics: ['meeting', 'lead'] }, [meetingKeys.all(businessId)])
  if (ended.length + later.length === 0) return null
  const list = (key: 'ended' | 'later', meetings: Meeting[]) =>
    meetings.length > 0 && (
      <section aria-labelledby={`${id}-${key}`}>
        <h3 id={`${id}-${key}`} className={classes.head}>
          {t(`day.${key}`)} <span className={classes.count}>{meetings.length}</span>
        </h3>
        <ul className={classes.list}>
          {meetings.slice(0, SHOWN).map((meeting) => (
            <li key={meeting._id} className={classes.item}>
              <Row meeting={meeting} onOpen={() => open(meeting._id)} />
              {key === 'ended' && meeting.canEdit && <OutcomeButtons isSmall meeting={meeting} acts={acts} />}
            </li>
          ))}
        </ul>
        {meetings.length > SHOWN && <p className={classes.more}>{t('day.more', { count: meetings.length - SHOWN })}</p>}
      </section>
    )
  return (
    <section className={classes.meetings} aria-labelledby={id}>
      <div className={classes.top}>
        <h2 id={id} tabIndex={-1} className={classes.title}>
          {t('title')}
        </h2>
        <Link to={paths.meetings(businessId)}>{t('day.open')}</Link>
      </div>
      {list('ended', ended)}
      {list('later', later)}
      <Suspense>{opened && <MeetingDrawer key={opened} meetingId={opened} onClose={() => open(null)} />}</Suspense>
    </section>
  )
}

function Row({ meeting, onOpen }: { meeting: Meeting; onOpen: () => void }) {
  const { t } = useTranslation('meetings')
  const { startsAt, kind, place } = meeting
  return (
    <UnstyledButton className={classes.row} onClick={onOpen}>
      <span className={classes.line}>
        <span className={classes.name}>
          <UserText cut>{nameOf(meeting)}</UserText>
        </span>
        <span className={classes.when}>
          {formatDayHead(startsAt)}, <bdi dir="ltr">{formatTime(startsAt)}</bdi>
        </span>
      </span>
      <span className={classes.line}>
        <span className={classes.where}>
          <UserText cut>{place || t(`kinds.${kind}`)}</UserText>
        </span>
        <StateLabel look={lookOf(meeting)}>{t(`states.${stateOf(meeting)}`)}</StateLabel>
      </span>
    </UnstyledButton>
  )
}
