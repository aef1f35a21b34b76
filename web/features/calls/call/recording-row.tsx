import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/calls/calls.ts'
import { formatClock, formatDate } from '../../../lib/i18n/format.ts'
import { useCan } from '../../../lib/session/session.ts'
import { PlayButton } from '../../../shared/player/play-button.tsx'
import { trackOf } from '../../../shared/player/recording-track.ts'
import { useCallPartyName } from '../call-party.tsx'
import { recordingLink } from '../calls.api.ts'
import classes from './call-drawer.module.css'

/** Downloads the recording; the download is listed among the listens. */
export function useDownload() {
  return useMutation({
    mutationFn: (callId: string) => recordingLink(callId, { download: true }),
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
      <ActionIcon aria-label={t('recording.download')} loading={isPending} onClick={() => mutate(call._id)}>
        <IconDownload size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
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
