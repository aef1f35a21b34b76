import { ActionIcon, Box, Button, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBrandWhatsapp,
  IconDots,
  IconMail,
  IconMailOpened,
  IconPhone,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads.ts'
import { formatDateTime, formatRecent } from '../../lib/format.ts'
import { Money } from '../../ui/money.tsx'
import { SourceMark } from '../../ui/source-mark.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { mailLink, telLink, whatsAppLink } from './contact-links.ts'
import classes from './lead-cards.module.css'
import { LeadName } from './lead-name.tsx'
import type { LeadTools } from './lead-tools.ts'

type Props = {
  leads: readonly Lead[]
  tools: LeadTools
  isStale: boolean
  arrived: ReadonlySet<string>
  rowsRef: Ref<HTMLElement>
}

/** The list on narrow screens: a card a lead, with Call and WhatsApp for the thumb. */
export function LeadCards({ leads, tools, isStale, arrived, rowsRef }: Props) {
  const { t } = useTranslation('leads')
  return (
    <Box
      component="ul"
      ref={rowsRef as Ref<HTMLUListElement>}
      className={classes.cards}
      mod={{ stale: isStale }}
      aria-label={t('title')}
    >
      {leads.map((lead) => (
        <Box component="li" key={lead._id} className={classes.card} mod={{ row: true, new: arrived.has(lead._id) }}>
          <Card lead={lead} tools={tools} />
        </Box>
      ))}
    </Box>
  )
}

function Card({ lead, tools }: { lead: Lead; tools: LeadTools }) {
  const { t } = useTranslation('leads')
  return (
    <>
      <div className={classes.line}>
        <Link {...tools.linkTo(lead)} className={classes.link} data-lead-link>
          <LeadName lead={lead} orPhone />
        </Link>
        <time className={classes.time} dateTime={lead.date} title={formatDateTime(lead.date)}>
          {formatRecent(lead.date)}
        </time>
      </div>
      <div className={classes.line}>
        <span className={classes.origin}>
          <SourceMark source={lead.source} iconOnly />
          <UserText cut>{lead.campaignName}</UserText>
        </span>
        {lead.value !== null && <Money agorot={lead.value} />}
      </div>
      <div className={classes.buttons}>
        {lead.phone && (
          <>
            <Button
              component="a"
              href={telLink(lead.phone)}
              variant="light"
              size="lg"
              leftSection={<IconPhone stroke={1.75} aria-hidden />}
            >
              {t('call')}
            </Button>
            <Button
              component="a"
              href={whatsAppLink(lead.phone)}
              target="_blank"
              rel="noreferrer"
              className={classes.quiet}
              size="lg"
              leftSection={<IconBrandWhatsapp className={classes.whatsApp} stroke={1.75} aria-hidden />}
            >
              {t('whatsApp')}
            </Button>
          </>
        )}
        {!lead.phone && lead.email && (
          <Button
            component="a"
            href={mailLink(lead.email)}
            variant="light"
            size="lg"
            leftSection={<IconMail stroke={1.75} aria-hidden />}
          >
            {t('sendEmail')}
          </Button>
        )}
        <More lead={lead} tools={tools} />
      </div>
    </>
  )
}

function More({ lead, tools }: { lead: Lead; tools: LeadTools }) {
  const { t } = useTranslation('leads')
  const remove = tools.deletion(lead)
  const restore = tools.restoring(lead)
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon className={classes.more} aria-label={t('moreFor', { name: lead.name || t('noName') })}>
          <IconDots size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {lead.phone && lead.email && (
          <Menu.Item component="a" href={mailLink(lead.email)} leftSection={<IconMail aria-hidden />}>
            {t('sendEmail')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconMailOpened aria-hidden />} onClick={tools.readMark(lead)}>
          {lead.isRead ? t('markUnread') : t('markRead')}
        </Menu.Item>
        {restore && (
          <Menu.Item leftSection={<IconArrowBackUp data-mirror aria-hidden />} onClick={restore}>
            {t('restore')}
          </Menu.Item>
        )}
        {remove && (
          <Menu.Item color="red" leftSection={<IconTrash aria-hidden />} onClick={remove}>
            {t('delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
