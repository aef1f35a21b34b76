import { UnstyledButton } from '@mantine/core'
import { IconPhoneIncoming, IconPhoneOutgoing } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Call } from '#contract/calls/calls.ts'
import { id } from '#contract/common.ts'
import { formatClock } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useSearchState } from '../../../lib/search.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { CallStatus } from '../../../shared/call-status.tsx'
import { Phone } from '../../../ui/display/phone.tsx'
import { type TimelineFrame, TimelineItem } from '../../../ui/display/timeline-item.tsx'
import { AnsweredBy } from '../call-cells.tsx'
import { hasTalked } from '../calls.api.ts'
import classes from './history-call.module.css'
import { useOpenCall } from './use-open-call.ts'

const CallDrawer = lazily(() => import('./call-drawer.tsx'), 'CallDrawer')
const RecordingRow = lazily(() => import('./recording-row.tsx'), 'RecordingRow')
const Opened = z.object({ call: id.optional() })

type Props = { businessId: string; call: Call; frame: TimelineFrame }
/** A call in the history of its lead, with its recording. Members who may hear it, or answered it, can open it. */
export function HistoryCall({ businessId, call, frame }: Props) {
  const { t } = useTranslation('calls')
  const { user } = useSession()
  const mayOpen = useCan('calls.hear') || call.madeBy?._id === user._id || hasTalked(call, user._id)
  const [{ call: opened }] = useSearchState(Opened)
  const details = useOpenCall(opened)
  const title = t(`inHistory.${call.direction}`)
  const { number } = call
  return (
    <TimelineItem
      Icon={call.direction === 'inbound' ? IconPhoneIncoming : IconPhoneOutgoing}
      hue={call.state !== 'ended' || call.status === 'Answered' ? 'green' : 'red'}
      at={call.startedAt}
      {...frame}
      line={
        <>
          <strong>
            {mayOpen ? (
              <UnstyledButton className={classes.open} onClick={() => details.open(call._id)}>
                {title}
              </UnstyledButton>
            ) : (
              title
            )}
          </strong>
          <CallStatus status={call.status} state={call.state} />
          {call.logged && <span className={classes.fact}>{t('loggedMark')}</span>}
          {call.madeBy ? (
            <bdi>{call.madeBy.name}</bdi>
          ) : (
            (call.answeredBy ?? call.answeredPhone) && <AnsweredBy call={call} />
          )}
          {call.duration > 0 && (
            <span className={classes.fact}>
              {t('columns.talk')}
              <bdi dir="ltr">{formatClock(call.duration)}</bdi>
            </span>
          )}
          {number && (
            <span className={classes.fact}>
              {t('columns.number')}
              <Phone number={number.phone} />
              {number.label && number.label !== call.campaignName && <bdi>{number.label}</bdi>}
            </span>
          )}
        </>
      }
    >
      {call.logged?.note && (
        <p className={classes.note} dir="auto">
          {call.logged.note}
        </p>
      )}
      {call.recording && (
        <div className={classes.recording}>
          <Suspense fallback={call.recording.state === 'stored' && <div className={classes.place} />}>
            <RecordingRow businessId={businessId} call={call} />
          </Suspense>
        </div>
      )}
      <Suspense>
        {opened === call._id && <CallDrawer businessId={businessId} callId={opened} onClose={details.close} />}
      </Suspense>
    </TimelineItem>
  )
}
