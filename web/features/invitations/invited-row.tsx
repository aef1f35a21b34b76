import { ActionIcon, Menu } from '@mantine/core'
import { IconCircleCheck, IconClockOff, IconDots, IconLink, IconMailForward, IconMailOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Invitation } from '#contract/team/invitations.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { formatDate } from '../../lib/i18n/format.ts'
import { StateLabel } from '../../shared/state-label.tsx'
import { InterpolatedText } from '../../ui/display/interpolated-text.tsx'
import { Phone } from '../../ui/display/phone.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import classes from './invited-section.module.css'

const looks = {
  Pending: { Icon: IconMailForward, hue: 'sky' },
  Accepted: { Icon: IconCircleCheck, hue: 'green' },
  Expired: { Icon: IconClockOff, hue: 'amber' },
  Revoked: { Icon: IconMailOff, hue: 'slate' },
} as const

type Props = {
  invitation: Invitation
  onResend: () => void
  onCopy: () => void
  onRevoke: () => void
}

export const addressOf = ({ email, phone }: Pick<Invitation, 'email' | 'phone'>) => email ?? formatPhone(phone ?? '')

/** One invitation: recipient, role, inviter and state. */
export function InvitedRow({ invitation, onResend, onCopy, onRevoke }: Props) {
  const { t } = useTranslation('invitations')
  const { t: common } = useTranslation()
  const { email, phone, state, role, campaigns, invitedBy, createdAt, askedAt } = invitation
  const isOpen = state === 'Pending' || state === 'Expired'
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <h3 className={classes.name}>
          {email ? (
            <bdi dir="ltr" className={classes.address}>
              {email}
            </bdi>
          ) : (
            <Phone number={phone ?? ''} />
          )}
        </h3>
        {invitedBy && (
          <span className={classes.second}>
            <InterpolatedText
              text={(marks) => t('by', { ...marks, date: formatDate(createdAt) })}
              parts={{ name: <bdi>{invitedBy.name}</bdi> }}
            />
          </span>
        )}
      </div>
      <div className={classes.words}>
        <span>{common(`roles.${role}`)}</span>
        <span className={classes.second}>
          {campaigns.length > 0 ? (
            <UserText cut>{campaigns.map(({ name }) => name).join(' · ')}</UserText>
          ) : (
            t(role === 'Owner' ? 'everywhere' : 'noCampaigns')
          )}
        </span>
      </div>
      <div className={classes.words}>
        <StateLabel look={looks[state]}>{t(`states.${state}`)}</StateLabel>
        <span className={classes.second}>
          {askedAt && state === 'Expired' ? <strong>{t('asksAgain')}</strong> : <When invitation={invitation} />}
        </span>
      </div>
      {isOpen ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t('menuOf', { name: addressOf(invitation) })}>
              <IconDots size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconMailForward />} onClick={onResend}>
              {t('resend')}
            </Menu.Item>
            <Menu.Item leftSection={<IconLink />} onClick={onCopy}>
              {t('copyLink')}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconMailOff />} onClick={onRevoke}>
              {t('revoke')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <span />
      )}
    </li>
  )
}

function When({ invitation: { state, sentAt, expiresAt, acceptedAt } }: { invitation: Invitation }) {
  const { t } = useTranslation('invitations')
  if (state === 'Accepted' && acceptedAt) return t('acceptedOn', { date: formatDate(acceptedAt) })
  if (state === 'Pending') return t(sentAt ? 'validUntil' : 'unsent', { date: formatDate(expiresAt) })
  if (state === 'Expired') return t('expiredOn', { date: formatDate(expiresAt) })
  return null
}
