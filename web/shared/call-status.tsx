import {
  type Icon,
  IconBan,
  IconClockOff,
  IconHelpCircle,
  IconPhoneCall,
  IconPhoneCheck,
  IconPhoneOff,
  IconPhonePause,
  IconPhoneRinging,
  IconPhoneX,
  IconRecordMail,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SCREENED_STATUS, type CallStatus as Status } from '#contract/calls/call-statuses.ts'
import classes from './call-status.module.css'

type Going = 'ringing' | 'talking' | 'voicemail' | 'ended'
type Look = { Icon: Icon; hue: string; isGoingOn?: true }

const looks: Record<Status, Look> = {
  Answered: { Icon: IconPhoneCheck, hue: 'green' },
  'Not Answered': { Icon: IconPhoneX, hue: 'red' },
  Busy: { Icon: IconPhonePause, hue: 'amber' },
  'Caller Canceled': { Icon: IconPhoneOff, hue: 'red' },
  'Not Active': { Icon: IconBan, hue: 'slate' },
  [SCREENED_STATUS]: { Icon: IconBan, hue: 'slate' },
  'Out of Time': { Icon: IconClockOff, hue: 'slate' },
  Unknown: { Icon: IconHelpCircle, hue: 'slate' },
}
const going: Record<Going, Look> = {
  ringing: { Icon: IconPhoneRinging, hue: 'sky', isGoingOn: true },
  talking: { Icon: IconPhoneCall, hue: 'green', isGoingOn: true },
  voicemail: { Icon: IconRecordMail, hue: 'violet', isGoingOn: true },
  ended: { Icon: IconHelpCircle, hue: 'slate' },
}

type Props = { status: Status | null; state: Going; iconOnly?: boolean }

/** State of a live call or result of an ended one, as icon and text: a row has one pill at most. */
export function CallStatus({ status, state, iconOnly }: Props) {
  const { t } = useTranslation('calls')
  const { Icon: StatusIcon, hue, isGoingOn } = status ? looks[status] : going[state]
  const name = status ? t(`statuses.${status}`) : t(`states.${state}`)
  const icon = <StatusIcon size={16} stroke={1.75} aria-hidden />
  if (iconOnly)
    return (
      <span className={classes.icon} data-hue={hue} data-going={isGoingOn} role="img" aria-label={name} title={name}>
        {icon}
      </span>
    )
  return (
    <span className={classes.status}>
      <span className={classes.icon} data-hue={hue} data-going={isGoingOn}>
        {icon}
      </span>
      <span className={classes.name} title={name}>
        {name}
      </span>
    </span>
  )
}
