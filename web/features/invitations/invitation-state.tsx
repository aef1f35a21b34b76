import { IconCircleCheck, IconClockOff, IconMailForward, IconMailOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { InvitationState as State } from '#contract/invitations.ts'
import classes from './invited-section.module.css'

const looks = {
  Pending: { Icon: IconMailForward, hue: 'sky' },
  Accepted: { Icon: IconCircleCheck, hue: 'green' },
  Expired: { Icon: IconClockOff, hue: 'amber' },
  Revoked: { Icon: IconMailOff, hue: 'slate' },
} as const

/** Where an invitation stands: a coloured icon and its word. */
export function InvitationState({ state }: { state: State }) {
  const { t } = useTranslation('invitations')
  const { Icon, hue } = looks[state]
  return (
    <span className={classes.state}>
      <span className={classes.glyph} data-hue={hue}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </span>
      {t(`states.${state}`)}
    </span>
  )
}
