import { Badge, Tooltip } from '@mantine/core'
import { IconCircleCheck, IconHourglass, IconLock, IconPlayerPause, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { actsEverywhere } from '#contract/roles.ts'
import type { ListedUser } from '#contract/team.ts'
import { StateWord } from '../../ui/state-word.tsx'
import { UserText } from '../../ui/user-text.tsx'
import classes from './team-section.module.css'

const looks = {
  Active: { Icon: IconCircleCheck, hue: 'green' },
  Verified: { Icon: IconShieldCheck, hue: 'sky' },
  Pending: { Icon: IconHourglass, hue: 'amber' },
  Suspended: { Icon: IconPlayerPause, hue: 'red' },
} as const

/** Where somebody stands: suspended in this business, else the state of their account. */
export function MemberStatus({ user }: { user: ListedUser }) {
  const { t } = useTranslation('users')
  const status = user.suspendedAt === null ? user.status : 'Suspended'
  return (
    <StateWord look={looks[status]}>
      {t(`status.${status}`)}
      {user.hasTwoFactor && (
        <Tooltip label={t('hasTwoFactor')}>
          <IconLock size={14} stroke={1.75} role="img" aria-label={t('hasTwoFactor')} className={classes.second} />
        </Tooltip>
      )}
    </StateWord>
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

/** The campaigns that somebody was given; who acts everywhere needs none. */
export function MemberCampaigns({ user: { role, campaigns } }: { user: ListedUser }) {
  const { t } = useTranslation('users')
  if (actsEverywhere(role)) return <span className={classes.second}>{t('everywhere')}</span>
  if (campaigns.length === 0) return <span className={classes.second}>{t('noCampaigns')}</span>
  const names = campaigns.map(({ name }) => name)
  return (
    <span className={classes.many} title={names.join('\n')}>
      <UserText cut>{names[0] ?? ''}</UserText>
      {names.length > 1 && <bdi dir="ltr">+{names.length - 1}</bdi>}
    </span>
  )
}
