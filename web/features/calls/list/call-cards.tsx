import { Box } from '@mantine/core'
import { type MouseEvent, memo, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/calls/calls.ts'
import { formatClock, formatDateTime } from '../../../lib/i18n/format.ts'
import { CallStatus } from '../../../shared/call-status.tsx'
import { PlayButton } from '../../../shared/player/play-button.tsx'
import { trackOf } from '../../../shared/player/recording-track.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { CallBack } from '../call-back.tsx'
import { type CallTools, formatStart } from '../call-cells.tsx'
import { CallParty } from '../call-party.tsx'
import classes from './call-cards.module.css'
import { callOfClick } from './row-clicks.ts'

type Props = {
  calls: readonly Call[]
  tools: CallTools
  onOpen: (call: Call) => void
  isStale: boolean
  arrived: ReadonlySet<string>
  rowsRef: Ref<HTMLElement>
}

/** The call list on narrow screens: one card a call with party, time, duration and play. */
export function CallsList({ calls, tools, onOpen, isStale, arrived, rowsRef }: Props) {
  const { t } = useTranslation('calls')
  const open = (event: MouseEvent) => {
    const call = callOfClick(event, calls)
    if (call) onOpen(call)
  }
  return (
    <Box
      component="ul"
      ref={rowsRef as Ref<HTMLUListElement>}
      className={classes.list}
      mod={{ stale: isStale }}
      aria-label={t('title')}
      onClick={open}
    >
      {calls.map((call) => (
        <CallItem key={call._id} call={call} tools={tools} isNew={arrived.has(call._id)} />
      ))}
    </Box>
  )
}

const CallItem = memo(function CallItem({ call, tools, isNew }: { call: Call; tools: CallTools; isNew: boolean }) {
  const { t } = useTranslation('calls')
  return (
    <Box component="li" className={classes.item} mod={{ row: call._id, new: isNew }}>
      <span className={classes.status}>
        <CallStatus status={call.status} state={call.state} iconOnly />
      </span>
      <span className={classes.words}>
        <a href={tools.hrefOf(call)} className={classes.link} data-call-link>
          <CallParty call={call} />
        </a>
        <span className={classes.second}>
          {call.direction === 'outbound' && <span className={classes.part}>{t('directionOf.outbound')}</span>}
          <span className={classes.part}>{call.status ? t(`statuses.${call.status}`) : t(`states.${call.state}`)}</span>
          {call.duration > 0 && (
            <span className={classes.part}>
              <bdi dir="ltr">{formatClock(call.duration)}</bdi>
            </span>
          )}
          {call.campaignName && (
            <span className={classes.campaign}>
              <UserText cut>{call.campaignName}</UserText>
            </span>
          )}
        </span>
      </span>
      <time className={classes.time} dateTime={call.startedAt} title={formatDateTime(call.startedAt)}>
        {formatStart(call.startedAt)}
      </time>
      <CallBack
        call={call}
        name={tools.nameOf(call)}
        otherwise={
          call.recordLink && (
            <PlayButton state="stored" track={() => trackOf(tools.businessId, call)} name={tools.nameOf(call)} />
          )
        }
      />
    </Box>
  )
})
