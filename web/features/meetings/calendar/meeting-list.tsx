import { UnstyledButton } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { dayOf } from '#contract/values/clock.ts'
import { formatDayHead, formatTime } from '../../../lib/i18n/format.ts'
import { noonOf } from '../../../lib/i18n/noon.ts'
import { StateLabel } from '../../../shared/state-label.tsx'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { kindIcons, lookOf, nameOf, stateOf } from '../meeting-look.ts'
import classes from './meeting-list.module.css'

type Props = {
  meetings: readonly Meeting[]
  onOpen: (meeting: Meeting) => void
  /** What is said if there are none. */
  none: string
}

/** Meetings by day, in the order of their times. */
export function MeetingList({ meetings, onOpen, none }: Props) {
  if (meetings.length === 0) return <EmptyState icon={<IconCalendarOff />} title={none} />
  return (
    <div className={classes.days}>
      {[...Map.groupBy(meetings, ({ startsAt }) => dayOf(startsAt))].map(([day, own]) => (
        <section key={day} aria-labelledby={`meetings-${day}`}>
          <h2 id={`meetings-${day}`} className={classes.day}>
            {formatDayHead(noonOf(day))}
          </h2>
          <ul className={classes.rows}>
            {own.map((meeting) => (
              <li key={meeting._id}>
                <MeetingRow meeting={meeting} onOpen={() => onOpen(meeting)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function MeetingRow({ meeting, onOpen }: { meeting: Meeting; onOpen: () => void }) {
  const { t } = useTranslation('meetings')
  const { startsAt, endsAt, kind, place, title, participants } = meeting
  const KindIcon = kindIcons[kind]
  return (
    <UnstyledButton className={classes.row} onClick={onOpen}>
      <bdi className={classes.time} dir="ltr">{`${formatTime(startsAt)}–${formatTime(endsAt)}`}</bdi>
      <span className={classes.who}>
        <span className={classes.name}>
          <UserText cut>{nameOf(meeting)}</UserText>
        </span>
        <span className={classes.title}>
          <UserText cut>{title}</UserText>
        </span>
      </span>
      <span className={classes.where}>
        <KindIcon size={16} stroke={1.75} aria-hidden />
        <UserText cut>{place || t(`kinds.${kind}`)}</UserText>
      </span>
      <span className={classes.people} aria-hidden>
        {participants.slice(0, 3).map(({ _id, name, image }) => (
          <PersonAvatar key={_id} id={_id} name={name} image={image} />
        ))}
      </span>
      <span className={classes.state}>
        <StateLabel look={lookOf(meeting)}>{t(`states.${stateOf(meeting)}`)}</StateLabel>
      </span>
    </UnstyledButton>
  )
}
