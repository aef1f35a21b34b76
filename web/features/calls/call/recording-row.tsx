import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Call, CallDetails } from '#contract/calls/calls.ts'
import { formatClock, formatDate } from '../../../lib/i18n/format.ts'
import { useCan } from '../../../lib/session/session.ts'
import { PlayButton } from '../../../shared/player/play-button.tsx'
import type { Track } from '../../../shared/player/player.ts'
import { trackOf } from '../../../shared/player/recording-track.ts'
import { useCallPartyName } from '../call-party.tsx'
import { recordingLink } from '../calls.api.ts'
import classes from './call-drawer.module.css'

/** Downloads the recording; the download is listed among the listens. */
export function useDownload() {
  return useMutation({
    mutationFn: ({ callId, recordingId }: Pick<Track, 'callId' | 'recordingId'>) =>
      recordingLink(callId, { download: true, ...(recordingId && { recordingId }) }),
    onSuccess: ({ url }) => Object.assign(document.createElement('a'), { href: url, download: '' }).click(),
  })
}

/** The recording of a call, or why there is none. */
export function RecordingRow({ businessId, call }: { businessId: string; call: Call }) {
  const { t } = useTranslation('calls')
  const who = useCallPartyName()
  const { mutate, isPending } = useDownload()
  const { recording } = call
  const mayHear = useCan('calls.hear')
  if (call.state !== 'ended' && !recording) return null
  if (recording?.state !== 'stored' || !call.recordLink)
    return (
      <p className={classes.noRecording}>
        {t(whyNone(call, mayHear), { date: formatDate(recording?.purgedAt ?? call.startedAt) })}
      </p>
    )
  return (
    <div className={classes.recording}>
      <PlayButton isLarge state="stored" track={() => trackOf(businessId, call)} name={who(call)} />
      <span className={classes.recordingWords}>
        <strong>{t(recording.kind === 'voicemail' ? 'recording.voicemail' : 'recording.call')}</strong>
        {recording.seconds !== null && (
          <bdi dir="ltr" className="tabular">
            {formatClock(recording.seconds)}
          </bdi>
        )}
      </span>
      <ActionIcon
        aria-label={t('recording.download')}
        loading={isPending}
        onClick={() => mutate({ callId: call._id, recordingId: null })}
      >
        <IconDownload size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** The recordings of a call whose talk was held or transferred: each part, in order. */
export function RecordingParts({ businessId, call }: { businessId: string; call: CallDetails }) {
  const { t } = useTranslation('calls')
  const who = useCallPartyName()
  const { mutate } = useDownload()
  return (
    <ol className={classes.parts} aria-label={t('recording.parts')}>
      {call.recordings.map((recording, i) => {
        const name = t(recording.kind === 'voicemail' ? 'recording.voicemail' : 'recording.part', { part: i + 1 })
        return (
          <li key={recording._id} className={classes.recording}>
            <PlayButton
              state={recording.state}
              track={() => trackOf(businessId, call, recording)}
              name={`${who(call)} – ${name}`}
            />
            <span className={classes.recordingWords}>
              <strong>{name}</strong>
              {recording.seconds !== null && (
                <bdi dir="ltr" className="tabular">
                  {formatClock(recording.seconds)}
                </bdi>
              )}
            </span>
            {recording.state === 'stored' && (
              <ActionIcon
                aria-label={t('recording.downloadPart', { part: i + 1 })}
                onClick={() => mutate({ callId: call._id, recordingId: recording._id })}
              >
                <IconDownload size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** Why there is nothing to play. A member who may not hear recordings is not shown whether one exists. */
function whyNone({ recording, status }: Call, mayHear: boolean) {
  if (recording?.state === 'announced') return 'recording.preparing'
  if (recording?.state === 'failed') return 'recording.failed'
  if (recording?.state === 'purged') return 'recording.purged'
  if (status !== 'Answered') return 'recording.notAnswered'
  return mayHear ? 'recording.disabled' : 'recording.notForYou'
}
