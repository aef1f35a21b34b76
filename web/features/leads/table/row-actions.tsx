import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBrandWhatsapp,
  IconDots,
  IconMail,
  IconMailOpened,
  IconPhone,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads/leads.ts'
import { mailLink, telLink, unmaskedContact, whatsAppLink } from '../fields/contact-links.ts'
import type { LeadActions } from '../list/use-lead-actions.ts'
import classes from './row-actions.module.css'

type Props = { lead: Lead; actions: LeadActions }

/** Quick actions that float over the end of the hovered row. */
export function RowActions({ lead, actions }: Props) {
  const { t } = useTranslation('leads')
  const restore = actions.restoring(lead)
  const { phone, email } = unmaskedContact(lead)
  return (
    <div className={classes.actions}>
      {phone && (
        <>
          <LinkAction href={telLink(phone)} label={t('call')} isFirst>
            <IconPhone />
          </LinkAction>
          <LinkAction href={whatsAppLink(phone)} label={t('whatsApp')} isOutside>
            <IconBrandWhatsapp />
          </LinkAction>
        </>
      )}
      {email && (
        <LinkAction href={mailLink(email)} label={t('sendEmail')}>
          <IconMail />
        </LinkAction>
      )}
      {restore && (
        <Tooltip label={t('restore')}>
          <ActionIcon size="xs" aria-label={t('restore')} onClick={restore}>
            <IconArrowBackUp data-mirror />
          </ActionIcon>
        </Tooltip>
      )}
      <Menu>
        <Menu.Target>
          <ActionIcon size="xs" aria-label={t('moreFor', { name: lead.name || t('noName') })}>
            <IconDots />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MoreMenuItems lead={lead} actions={actions} />
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

export function MoreMenuItems({ lead, actions }: Props) {
  const { t } = useTranslation('leads')
  const remove = actions.deletion(lead)
  return (
    <>
      <Menu.Item leftSection={<IconMailOpened aria-hidden />} onClick={actions.readMark(lead)}>
        {lead.isRead ? t('markUnread') : t('markRead')}
      </Menu.Item>
      {remove && (
        <Menu.Item color="red" leftSection={<IconTrash aria-hidden />} onClick={remove}>
          {t('delete')}
        </Menu.Item>
      )}
    </>
  )
}

type LinkProps = { href: string; label: string; isFirst?: boolean; isOutside?: boolean; children: ReactNode }

const LinkAction = ({ href, label, isFirst, isOutside, children }: LinkProps) => (
  <Tooltip label={label}>
    <ActionIcon
      component="a"
      href={href}
      size="xs"
      aria-label={label}
      {...(isFirst && { className: classes.first })}
      {...(isOutside && { target: '_blank', rel: 'noreferrer' })}
    >
      {children}
    </ActionIcon>
  </Tooltip>
)
