import { IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { missedStatuses } from '#contract/calls/call-statuses.ts'
import type { Call } from '#contract/calls/calls.ts'
import { CallIcon } from '../../shared/numbers/call-button.tsx'
import play from '../../shared/player/play-button.module.css'

const missed: readonly unknown[] = missedStatuses
type Props = {
  call: Call
  /** The caller, for screen readers. */
  name: string
  /** Shown instead for calls that were not missed, have a recording, or whose caller cannot be called. */
  otherwise: ReactNode
}

/** Calls the caller of a missed call back; stands where other calls have their recording. */
export function CallBack({ call, name, otherwise }: Props) {
  const { t } = useTranslation('calls')
  const { caller, direction, status, isTest, recording } = call
  const isMissed = direction === 'inbound' && missed.includes(status) && !isTest && !recording
  if (!isMissed || !caller) return otherwise
  return (
    <CallIcon
      callee={{ phone: caller, name, campaignId: call.campaignId, leadId: call.lead?._id }}
      className={play.play ?? ''}
      aria-label={t('callBackTo', { name })}
      otherwise={otherwise}
    >
      <IconPhone size={14} stroke={2} aria-hidden />
    </CallIcon>
  )
}
