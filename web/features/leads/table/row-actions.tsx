import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowRight,
  IconBrandWhatsapp,
  IconCircleDashed,
  IconCopy,
  IconDots,
  IconExternalLink,
  IconFolderSymlink,
  IconMail,
  IconMailOpened,
  IconPhone,
  IconTrash,
  IconUserCheck,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads/leads.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { CallIcon } from '../../../shared/numbers/call-button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { AssigneeItems } from '../fields/assignee-items.tsx'
import { calleeOf, mailLink, unmaskedContact, whatsAppLink } from '../fields/contact-links.ts'
import { useNameOfLead } from '../fields/lead-name.tsx'
import type { LeadActions } from '../list/use-lead-actions.ts'
import { StatusItems } from '../status/status-menu.tsx'
import { selectableIn } from '../status/use-statuses.ts'
import classes from './row-actions.module.css'

const MoveItems = lazily(() => import('../move/move-items.tsx'), 'MoveItems')

type Props = { lead: Lead; actions: LeadActions }

/** Quick actions that float over the end of the hovered row. */
export function RowActions({ lead, actions }: Props) {
  const { t } = useTranslation('leads')
  const nameOfLead = useNameOfLead()
  const restore = actions.restoring(lead)
  const { phone, email } = unmaskedContact(lead)
  return (
    <div className={classes.actions}>
      <Tooltip label={t(lead.doNotCall ? 'barred' : 'call')}>
        <CallIcon callee={calleeOf(lead)} size="xs" aria-label={t('call')} className={classes.first ?? ''}>
          <IconPhone />
        </CallIcon>
      </Tooltip>
      {phone && (
        <LinkAction href={whatsAppLink(phone)} label={t('whatsApp')} isOutside>
          <IconBrandWhatsapp />
        </LinkAction>
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
          <ActionIcon size="xs" aria-label={t('moreFor', { name: nameOfLead(lead) })}>
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
  const { t: common } = useTranslation()
  // On narrow screens there is no space for a submenu beside the menu.
  const isNarrow = useNarrow()
  const remove = actions.deletion(lead)
  const { phone } = unmaskedContact(lead)
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    toast.success(common('copied'))
  }
  return (
    <>
      <Menu.Item component={Link} {...actions.linkTo(lead)} leftSection={<IconArrowRight data-mirror aria-hidden />}>
        {t('openLead')}
      </Menu.Item>
      <Menu.Item
        component="a"
        href={actions.hrefOf(lead)}
        target="_blank"
        rel="noreferrer"
        leftSection={<IconExternalLink data-mirror aria-hidden />}
      >
        {t('openInTab')}
      </Menu.Item>
      {phone && (
        <Menu.Item leftSection={<IconCopy aria-hidden />} onClick={() => void copy(formatPhone(phone))}>
          {t('copyPhone')}
        </Menu.Item>
      )}
      {!isNarrow && <Changes lead={lead} actions={actions} />}
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

/** What changes the lead, each in a menu of its own. */
function Changes({ lead, actions }: Props) {
  const { t } = useTranslation('leads')
  const { statuses, businessId } = actions
  const setStatus = actions.statusChange(lead)
  const assign = actions.assigneeChange(lead)
  const pick = (id: string) => {
    const picked = statuses.find(({ _id }) => _id === id)
    if (picked && id !== lead.statusId) setStatus?.(picked)
  }
  return (
    <>
      {setStatus && (
        <Menu.Sub>
          <Menu.Sub.Target>
            <Menu.Sub.Item leftSection={<IconCircleDashed aria-hidden />}>{t('columns.status')}</Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown>
            <StatusItems
              statuses={selectableIn(statuses, lead.campaignId, lead.statusId)}
              current={lead.statusId}
              onPick={pick}
            />
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      )}
      {assign && (
        <Menu.Sub>
          <Menu.Sub.Target>
            <Menu.Sub.Item leftSection={<IconUserCheck aria-hidden />}>{t('assign')}</Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown>
            <AssigneeItems
              businessId={businessId}
              campaignId={lead.campaignId}
              current={lead.assignedTo}
              onPick={assign}
            />
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      )}
      {actions.isMovable(lead) && (
        <Menu.Sub>
          <Menu.Sub.Target>
            <Menu.Sub.Item leftSection={<IconFolderSymlink aria-hidden />}>{t('moveToCampaign')}</Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown className={classes.long ?? ''} aria-label={t('moveToCampaign')}>
            <Suspense>
              <MoveItems {...{ businessId, lead }} />
            </Suspense>
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      )}
    </>
  )
}

type LinkProps = { href: string; label: string; isOutside?: boolean; children: ReactNode }

const LinkAction = ({ href, label, isOutside, children }: LinkProps) => (
  <Tooltip label={label}>
    <ActionIcon
      component="a"
      href={href}
      size="xs"
      aria-label={label}
      {...(isOutside && { target: '_blank', rel: 'noreferrer' })}
    >
      {children}
    </ActionIcon>
  </Tooltip>
)
