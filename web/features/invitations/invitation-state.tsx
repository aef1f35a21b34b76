import { IconCircleCheck, IconClockOff, IconMailForward, IconMailOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { InvitationState as State } from '#contract/team/invitations.ts'
import { StateLabel } from '../../shared/state-label.tsx'

const looks = {
  Pending: { Icon: IconMailForward, hue: 'sky' },
  Accepted: { Icon: IconCircleCheck, hue: 'green' },
  Expired: { Icon: IconClockOff, hue: 'amber' },
  Revoked: { Icon: IconMailOff, hue: 'slate' },
} as const

/** An invitation's state as coloured icon and text. */
export function InvitationState({ state }: { state: State }) {
  const { t } = useTranslation('invitations')
  return <StateLabel look={looks[state]}>{t(`states.${state}`)}</StateLabel>
}
