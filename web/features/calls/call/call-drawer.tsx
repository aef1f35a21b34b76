import { Button, Drawer } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CallDetails } from '#contract/calls/calls.ts'
import { ApiError } from '../../../lib/http/call.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { useCan } from '../../../lib/session/session.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { CallStatus } from '../../../shared/call-status.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { CallParty } from '../call-party.tsx'
import { callKeys, callQuery } from '../calls.api.ts'
import { CallActions } from './call-actions.tsx'
import { CallAttempts } from './call-attempts.tsx'
import classes from './call-drawer.module.css'
import { CallFacts } from './call-facts.tsx'
import { RecordingListens } from './recording-listens.tsx'
import { RecordingParts, RecordingRow } from './recording-row.tsx'

type Props = { businessId: string; callId: string; onClose: () => void }

/** Details of one call: the other party, the outcome, the recording and every phone that rang. */
export function CallDrawer({ businessId, callId, onClose }: Props) {
  const { t } = useTranslation('calls')
  const { t: common } = useTranslation()
  const isNarrow = useNarrow()
  const { data, error, refetch } = useQuery(callQuery(businessId, callId))
  useLiveInvalidate({ businessId, concerns: (event) => event.callId === callId }, [callKeys.one(businessId, callId)])
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 422)
  const call = data?.call
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isNarrow ? '100%' : '26rem'}
      title={t('call')}
      closeButtonProps={{ 'aria-label': common('close') }}
      classNames={{ body: classes.body ?? '' }}
      data-beside-player
    >
      {call && <Details businessId={businessId} call={call} onClose={onClose} />}
      {!call && !error && <SkeletonRows rows={6} columns={2} />}
      {!call && isMissing && (
        <EmptyState
          icon={<IconPhoneOff />}
          title={t('notFound')}
          text={t('notFoundText')}
          action={
            <Button variant="default" onClick={onClose}>
              {common('close')}
            </Button>
          }
        />
      )}
      {!call && error && !isMissing && <ErrorState error={error} onRetry={() => void refetch()} />}
    </Drawer>
  )
}

type DetailsProps = { businessId: string; call: CallDetails; onClose: () => void }
function Details({ businessId, call, onClose }: DetailsProps) {
  const { t } = useTranslation('calls')
  const isOwner = useCan('business.settings')
  return (
    <div className={classes.call}>
      <div className={classes.head}>
        <h2 className={classes.name}>
          <CallParty call={call} />
        </h2>
        <p className={classes.status}>
          <CallStatus status={call.status} state={call.state} />
          {call.isAbandoned && <span className={classes.abandoned}>{t('abandoned')}</span>}
        </p>
        {call.reason && <p className={classes.reason}>{t(`reason.${call.reason}`)}</p>}
        {call.status === 'Unknown' && <p className={classes.reason}>{t('unknownText')}</p>}
      </div>
      <CallActions businessId={businessId} call={call} onGone={onClose} />
      {call.recordings.length > 1 ? (
        <RecordingParts businessId={businessId} call={call} />
      ) : (
        <RecordingRow businessId={businessId} call={call} />
      )}
      <CallFacts call={call} />
      <CallAttempts call={call} />
      {isOwner && call.recording?.state === 'stored' && <RecordingListens businessId={businessId} callId={call._id} />}
    </div>
  )
}
