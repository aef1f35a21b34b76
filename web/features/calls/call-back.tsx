import { ActionIcon } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { missedStatuses } from '#contract/calls/call-statuses.ts'
import type { Call } from '#contract/calls/calls.ts'
import { isMasked } from '#contract/values/masks.ts'
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
  if (!isMissed || !caller || isMasked(caller)) return otherwise
  return (
    <ActionIcon component="a" href={`tel:${caller}`} className={play.play ?? ''} aria-label={t('callBackTo', { name })}>
      <IconPhone size={14} stroke={2} aria-hidden />
    </ActionIcon>
  )
}
