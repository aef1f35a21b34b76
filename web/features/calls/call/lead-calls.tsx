import { UnstyledButton } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Call } from '#contract/calls/calls.ts'
import { id } from '#contract/common.ts'
import { formatClock, formatDateTime } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { useSearchState } from '../../../lib/search.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { CallStatus } from '../../../shared/call-status.tsx'
import { ToNumbers } from '../../../shared/numbers/to-numbers.tsx'
import { PlayButton } from '../../../shared/player/play-button.tsx'
import { trackOf } from '../../../shared/player/recording-track.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { AnsweredBy, formatStart } from '../call-cells.tsx'
import { callKeys, hasTalked, leadCallsQuery } from '../calls.api.ts'
import { DirectionMark } from '../direction-mark.tsx'
import classes from './lead-calls.module.css'
import { useOpenCall } from './use-open-call.ts'

const CallDrawer = lazily(() => import('./call-drawer.tsx'), 'CallDrawer')
const Opened = z.object({ call: id.optional() })

/** A lead's calls, newest first, updated live. Members who may hear a call, or answered it, can open it. */
export function LeadCalls({ businessId, leadId }: { businessId: string; leadId: string }) {
  const { t } = useTranslation('calls')
  const { user } = useSession()
  const mayHear = useCan('calls.hear')
  const [{ call: opened }] = useSearchState(Opened)
  const details = useOpenCall(opened)
  const { data, error, refetch } = useQuery(leadCallsQuery(businessId, leadId))
  // A call's first event may not name its lead yet.
  const isShown = (callId: string | undefined) => data?.calls.some(({ _id }) => _id === callId)
  useLiveInvalidate(
    { businessId, topics: ['call'], concerns: (event) => event.leadId === leadId || isShown(event.callId) },
    [callKeys.ofLead(businessId, leadId)],
  )
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={5} columns={3} />
  if (data.calls.length === 0)
    return (
      <EmptyState icon={<IconPhone />} title={t('ofLead.none')} text={t('ofLead.noneText')} action={<ToNumbers />} />
    )
  const mayOpen = (call: Call) => mayHear || hasTalked(call, user._id)
  return (
    <>
      <ol className={classes.calls} aria-label={t('title')}>
        {data.calls.map((call) => (
          <LeadCall
            key={call._id}
            {...{ businessId, call }}
            onOpen={mayOpen(call) ? () => details.open(call._id) : undefined}
          />
        ))}
      </ol>
      <Suspense>{opened && <CallDrawer businessId={businessId} callId={opened} onClose={details.close} />}</Suspense>
    </>
  )
}

type ItemProps = { businessId: string; call: Call; onOpen: (() => void) | undefined }

function LeadCall({ businessId, call, onOpen }: ItemProps) {
  const words = (
    <>
      <DirectionMark direction={call.direction} />
      <span className={classes.status}>
        <CallStatus status={call.status} state={call.state} />
      </span>
      {call.duration > 0 && (
        <bdi dir="ltr" className={classes.talk}>
          {formatClock(call.duration)}
        </bdi>
      )}
      <span className={classes.by}>{(call.answeredBy ?? call.answeredPhone) && <AnsweredBy call={call} />}</span>
      <time className={classes.time} dateTime={call.startedAt} title={formatDateTime(call.startedAt)}>
        {formatStart(call.startedAt)}
      </time>
    </>
  )
  return (
    <li className={classes.call}>
      {onOpen ? (
        <UnstyledButton className={classes.words} data-open onClick={onOpen}>
          {words}
        </UnstyledButton>
      ) : (
        <div className={classes.words}>{words}</div>
      )}
      {call.recording && (
        <PlayButton
          state={call.recording.state}
          track={() => trackOf(businessId, call)}
          name={formatStart(call.startedAt)}
        />
      )}
    </li>
  )
}
