import { IconPhoneIncoming, IconPhoneOutgoing } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CallDirection } from '#contract/calls/call-statuses.ts'
import classes from './list/calls-table.module.css'

/** Icon of an incoming or outgoing call. Not mirrored in right-to-left languages. */
export function DirectionMark({ direction }: { direction: CallDirection }) {
  const { t } = useTranslation('calls')
  const DirectionIcon = direction === 'inbound' ? IconPhoneIncoming : IconPhoneOutgoing
  const name = t(`directionOf.${direction}`)
  return (
    <span role="img" aria-label={name} title={name} className={classes.direction}>
      <DirectionIcon size={16} stroke={1.75} aria-hidden />
    </span>
  )
}
