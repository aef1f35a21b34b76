import { Button, UnstyledButton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import { formatDayHead, formatTime } from '../../../lib/i18n/format.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { StateLabel } from '../../../shared/state-label.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { channelsTo, nameOf, statusLooks } from '../meeting-look.ts'
import { type MeetingsAsked, meetingsQuery, useMeetingActs } from '../meetings.api.ts'
import { stretchOf } from './calendar-days.ts'
import classes from './waiting-panel.module.css'

/** Invitations of this many days. */
const AHEAD_DAYS = 60
const HOUR_MS = 3_600_000
/** Marked as soon. */
const SOON_MS = 24 * HOUR_MS

type Props = { of: Pick<MeetingsAsked, 'userId' | 'campaignId'>; onOpen: (meeting: Meeting) => void }

/** Coming meetings whose guests have not answered, the next one first. */
export function WaitingPanel({ of, onOpen }: Props) {
  const { t } = useTranslation('meetings')
  const { businessId } = useBusiness()
  const [now] = useState(() => new Date())
  const today = dayOf(now)
  const { to } = stretchOf([plusDays(today, AHEAD_DAYS)])
  // From the beginning of the day, so that the query stays the same as it goes on.
  const { from } = stretchOf([today])
  const { data } = useQuery(meetingsQuery(businessId, { ...of, from, to, status: ['Invitation Sent', 'Received'] }))
  const waiting = (data?.meetings ?? []).filter(({ startsAt }) => Date.parse(startsAt) > now.getTime())
  if (waiting.length === 0) return null
  return (
    <aside className={classes.panel} aria-labelledby="waiting-meetings">
      <h2 id="waiting-meetings" className={classes.title}>
        {t('waiting')} <span className={classes.count}>{waiting.length}</span>
      </h2>
      <ul className={classes.list}>
        {waiting.map((meeting) => (
          <WaitingItem key={meeting._id} meeting={meeting} onOpen={() => onOpen(meeting)} now={now} />
        ))}
      </ul>
    </aside>
  )
}

function WaitingItem({ meeting, onOpen, now }: { meeting: Meeting; onOpen: () => void; now: Date }) {
  const { t } = useTranslation('meetings')
  const { businessId } = useBusiness()
  const { remind, isPending } = useMeetingActs(businessId)
  const { startsAt, status, kind, guest, canEdit, createdAt, openedAt } = meeting
  const channels = channelsTo(guest)
  const name = nameOf(meeting)
  const isSoon = Date.parse(startsAt) - now.getTime() < SOON_MS
  return (
    <li className={classes.item}>
      <div className={classes.line}>
        <UnstyledButton className={classes.name} onClick={onOpen}>
          <UserText cut>{name}</UserText>
        </UnstyledButton>
        <StateLabel look={statusLooks[status]}>{t(`states.${status}`)}</StateLabel>
      </div>
      <p className={classes.when} data-soon={isSoon || undefined}>
        {formatDayHead(startsAt)}, <bdi dir="ltr">{formatTime(startsAt)}</bdi> · {t(`kinds.${kind}`)}
      </p>
      <div className={classes.line}>
        <span className={classes.since}>
          {t(openedAt ? 'openedAgo' : 'sentAgo')} <RelativeTime at={openedAt ?? createdAt} ago />
        </span>
        {canEdit && channels.length > 0 && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconBell size={14} aria-hidden />}
            disabled={isPending || isReminded(meeting, now)}
            title={isReminded(meeting, now) ? t('remindedToday') : undefined}
            aria-label={t('remindOf', { name })}
            onClick={() => remind(meeting, channels)}
          >
            {t('remind')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** A guest is reminded by hand once a day; the server refuses a second time. */
const isReminded = ({ notices }: Meeting, now: Date) =>
  notices.some(
    ({ kind, state, at }) => kind === 'reminder' && state === 'sent' && now.getTime() - Date.parse(at) < 24 * HOUR_MS,
  )
