import { Badge, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconHourglass, IconLock, IconPlayerPause, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { actsEverywhere } from '#contract/roles.ts'
import type { ListedUser } from '#contract/team/team.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { StateLabel } from '../../shared/state-label.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import classes from './team-section.module.css'

const looks = {
  Active: { Icon: IconCircleCheck, hue: 'green' },
  Verified: { Icon: IconShieldCheck, hue: 'sky' },
  Pending: { Icon: IconHourglass, hue: 'amber' },
  Suspended: { Icon: IconPlayerPause, hue: 'red' },
} as const

const TOUCHED = { hover: true, focus: true, touch: true }

/** The member's status: suspended in this business, else the state of the account. */
export function MemberStatus({ user }: { user: ListedUser }) {
  const { t } = useTranslation('users')
  const status = user.suspendedAt === null ? user.status : 'Suspended'
  return (
    <StateLabel look={looks[status]}>
      {t(`status.${status}`)}
      {user.hasTwoFactor && (
        <Tooltip label={t('hasTwoFactor')}>
          <IconLock size={14} stroke={1.75} role="img" aria-label={t('hasTwoFactor')} className={classes.second} />
        </Tooltip>
      )}
    </StateLabel>
  )
}

/** Marks one's own row. */
export function Yourself() {
  const { t } = useTranslation('users')
  return (
    <Badge variant="light" size="sm">
      {t('you')}
    </Badge>
  )
}

/**
 * The member's campaigns, with a tooltip of all of them by pointer, keyboard and touch; not needed with access to all.
 */
export function MemberCampaigns({ user: { role, campaigns } }: { user: ListedUser }) {
  const { t } = useTranslation('users')
  if (actsEverywhere(role)) return <span className={classes.second}>{t('everywhere')}</span>
  if (campaigns.length === 0) return <span className={classes.second}>{t('noCampaigns')}</span>
  const [first, ...others] = campaigns
  if (others.length === 0) return <UserText cut>{first?.name ?? ''}</UserText>
  const names = campaigns.map(({ _id, name }) => (
    <span key={_id} className={classes.each}>
      <UserText>{name}</UserText>
    </span>
  ))
  const said = new Intl.ListFormat(currentLanguage(), { type: 'unit' }).format(campaigns.map(({ name }) => name))
  return (
    <Tooltip label={names} multiline maw="18rem" events={TOUCHED} openDelay={0}>
      <UnstyledButton className={classes.many}>
        <span className={classes.one} dir="auto" aria-hidden>
          {first?.name}
        </span>
        <bdi dir="ltr" aria-hidden>
          +{others.length}
        </bdi>
        <VisuallyHidden>{said}</VisuallyHidden>
      </UnstyledButton>
    </Tooltip>
  )
}
