import { IconArrowRight } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import type { Call } from '#contract/calls/calls.ts'
import type { CallColumn } from '#contract/leads/table-views.ts'
import { dayOf } from '#contract/values/clock.ts'
import { formatDateTime, formatDay, formatTime } from '../../lib/i18n/format.ts'
import { CallStatus } from '../../shared/call-status.tsx'
import { PlayButton } from '../../shared/player/play-button.tsx'
import { trackOf } from '../../shared/player/recording-track.ts'
import { SourceMark } from '../../shared/source-mark.tsx'
import { Clock } from '../../ui/display/clock.tsx'
import { PersonAvatar } from '../../ui/display/person-avatar.tsx'
import { Phone } from '../../ui/display/phone.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { CallBack } from './call-back.tsx'
import { CallParty } from './call-party.tsx'
import { DirectionMark } from './direction-mark.tsx'
import classes from './list/calls-table.module.css'

export type CallTools = {
  businessId: string
  /** URL of the list with this call's details open. */
  hrefOf: (call: Call) => string
  nameOf: (call: Call) => string
}
type CellProps = { call: Call; tools: CallTools }

/** The time if today, otherwise date and time. */
export const formatStart = (at: string) =>
  dayOf(at) === dayOf(new Date()) ? formatTime(at) : `${formatDay(at)}, ${formatTime(at)}`

const clockCell = (seconds: number | null) => (seconds === null || seconds === 0 ? '—' : <Clock seconds={seconds} />)

/** Cell content by column. */
export const callCells: Record<CallColumn, (props: CellProps) => ReactNode> = {
  date: ({ call, tools }) => (
    <span className={classes.start}>
      <DirectionMark direction={call.direction} />
      <a href={tools.hrefOf(call)} className={classes.link} data-call-link>
        <time dateTime={call.startedAt} title={formatDateTime(call.startedAt)}>
          {formatStart(call.startedAt)}
        </time>
      </a>
    </span>
  ),
  caller: ({ call }) => <CallParty call={call} />,
  campaign: ({ call }) => (call.campaignName ? <UserText cut>{call.campaignName}</UserText> : '—'),
  number: ({ call }) => (call.number ? <Phone number={call.number.phone} /> : '—'),
  answeredBy: ({ call }) => <AnsweredBy call={call} />,
  status: ({ call }) => <CallStatus status={call.status} state={call.state} />,
  ring: ({ call }) => clockCell(call.ringSeconds),
  talk: ({ call }) => clockCell(call.duration),
  source: ({ call }) => (call.lead ? <SourceMark source={call.lead.source} /> : '—'),
  tags: ({ call }) => (call.lead?.tags.length ? <UserText cut>{call.lead.tags.join(', ')}</UserText> : '—'),
  recording: ({ call, tools }) => (
    <CallBack
      call={call}
      name={tools.nameOf(call)}
      otherwise={
        <PlayButton
          state={call.recording?.state ?? null}
          track={() => trackOf(tools.businessId, call)}
          name={tools.nameOf(call)}
        />
      }
    />
  ),
}

/** Who answered, and to whom the call was passed on: Dana → Noa. */
export function AnsweredBy({ call: { answeredBy, answeredPhone, passedTo } }: { call: Call }) {
  if (answeredBy)
    return (
      <span className={classes.person}>
        <PersonAvatar {...answeredBy} id={answeredBy._id} />
        <UserText cut>{answeredBy.name}</UserText>
        {passedTo.map(({ _id, name }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a person may have talked twice.
          <Fragment key={`${i} ${_id}`}>
            <IconArrowRight className={classes.arrow} size={14} stroke={1.75} aria-hidden data-mirror />
            <UserText cut>{name}</UserText>
          </Fragment>
        ))}
      </span>
    )
  return answeredPhone ? <Phone number={answeredPhone} /> : '—'
}
