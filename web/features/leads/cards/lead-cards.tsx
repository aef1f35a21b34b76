import { ActionIcon, Box, Button, Menu } from '@mantine/core'
import { IconArrowBackUp, IconBrandWhatsapp, IconCheckbox, IconDots, IconMail, IconPhone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads.ts'
import { formatDateTime, formatRecent } from '../../../lib/format.ts'
import { Money } from '../../../ui/money.tsx'
import { PersonAvatar } from '../../../ui/person-avatar.tsx'
import { SourceMark } from '../../../ui/source-mark.tsx'
import { UserText } from '../../../ui/user-text.tsx'
import type { Selection } from '../bulk/use-selection.ts'
import { mailLink, reachOf, telLink, whatsAppLink } from '../fields/contact-links.ts'
import { LeadName } from '../fields/lead-name.tsx'
import { LeadTags } from '../fields/lead-tags.tsx'
import type { LeadTools } from '../list/lead-tools.ts'
import { StatusMenu } from '../status/status-menu.tsx'
import { MoreItems } from '../table/row-actions.tsx'
import { RowCheck } from '../table/row-checkbox.tsx'
import classes from './lead-cards.module.css'
import { useHold } from './use-long-press.ts'

type Props = {
  leads: readonly Lead[]
  tools: LeadTools
  isStale: boolean
  arrived: ReadonlySet<string>
  rowsRef: Ref<HTMLElement>
  selection: Selection | undefined
  /** With status, person and tags: the cards as a view of their own. Without, the rows of the table where it has no room. */
  isFull: boolean
  isNarrow: boolean
}

/** A card a lead, with Call and WhatsApp for the thumb; beside each other where there is room. */
export function LeadCards({ leads, tools, isStale, arrived, rowsRef, selection, isFull, isNarrow }: Props) {
  const { t } = useTranslation('leads')
  const hold = useHold((leadId) => selection?.toggle(leadId, false))
  // On a phone a row is for calling; it is chosen once one has begun to choose, by holding it or from its menu.
  const isChoosing = isNarrow && (selection?.count ?? 0) > 0
  return (
    <div className={classes.scroller} data-scroller>
      <Box
        component="ul"
        ref={rowsRef as Ref<HTMLUListElement>}
        className={classes.cards}
        mod={{ stale: isStale, choosing: isChoosing }}
        aria-label={t('title')}
        {...(isNarrow && selection && hold)}
      >
        {leads.map((lead) => (
          <LeadCard
            key={lead._id}
            lead={lead}
            tools={tools}
            isFull={isFull}
            isNew={arrived.has(lead._id)}
            isSelected={selection?.has(lead._id) ?? false}
            isChoosing={isChoosing}
            onToggle={isNarrow && !isChoosing ? undefined : selection?.toggle}
            onChoose={isNarrow ? selection?.toggle : undefined}
          />
        ))}
      </Box>
    </div>
  )
}

type CardProps = {
  lead: Lead
  tools: LeadTools
  isFull: boolean
  isNew: boolean
  isSelected: boolean
  /** The whole card is there to be chosen. */
  isChoosing: boolean
  /** Begins to choose with this card. */
  onChoose: ((leadId: string, isRange: boolean) => void) | undefined
  onToggle: ((leadId: string, isRange: boolean) => void) | undefined
}

const LeadCard = memo(function LeadCard(props: CardProps) {
  const { lead, tools, isFull, isNew, isSelected, isChoosing, onChoose, onToggle } = props
  const { t } = useTranslation('leads')
  return (
    <Box component="li" className={classes.card} mod={{ row: lead._id, new: isNew, selected: isSelected }}>
      <div className={classes.line}>
        <Link {...tools.linkTo(lead)} className={classes.link} data-lead-link>
          <LeadName lead={lead} orPhone />
        </Link>
        <time className={classes.time} dateTime={lead.date} title={formatDateTime(lead.date)}>
          {formatRecent(lead.date)}
        </time>
        {onToggle && (
          <span className={isChoosing ? classes.cover : classes.check}>
            <RowCheck
              label={t('select', { name: lead.name || t('noName') })}
              isChecked={isSelected}
              onToggle={(isRange) => onToggle(lead._id, isRange)}
            />
          </span>
        )}
      </div>
      <div className={classes.line}>
        <span className={classes.origin}>
          <SourceMark source={lead.source} iconOnly />
          <UserText cut>{lead.campaignName}</UserText>
        </span>
        {lead.value !== null && <Money agorot={lead.value} />}
      </div>
      {isFull && (
        <div className={classes.facts}>
          <span className={classes.above}>
            <StatusMenu lead={lead} statuses={tools.statuses} onChange={tools.statusChange(lead)} large />
          </span>
          {lead.tags.length > 0 && <LeadTags tags={lead.tags} />}
          {lead.assignedTo && (
            <span role="img" className={classes.person} aria-label={lead.assignedTo.name} title={lead.assignedTo.name}>
              <PersonAvatar {...lead.assignedTo} id={lead.assignedTo._id} />
            </span>
          )}
        </div>
      )}
      <Buttons lead={lead} tools={tools} isOff={isChoosing} onChoose={onChoose} />
    </Box>
  )
})

type ButtonsProps = Pick<CardProps, 'lead' | 'tools' | 'onChoose'>

function Buttons({ lead, tools, isOff, onChoose }: ButtonsProps & { isOff: boolean }) {
  const { t } = useTranslation('leads')
  const { phone, email } = reachOf(lead)
  return (
    <div className={classes.buttons} inert={isOff}>
      {phone && (
        <>
          <Button
            component="a"
            href={telLink(phone)}
            variant="light"
            size="lg"
            leftSection={<IconPhone stroke={1.75} aria-hidden />}
          >
            {t('call')}
          </Button>
          <Button
            component="a"
            href={whatsAppLink(phone)}
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
      {!phone && email && (
        <Button
          component="a"
          href={mailLink(email)}
          variant="light"
          size="lg"
          leftSection={<IconMail stroke={1.75} aria-hidden />}
        >
          {t('sendEmail')}
        </Button>
      )}
      <More lead={lead} tools={tools} onChoose={onChoose} />
    </div>
  )
}

function More({ lead, tools, onChoose }: ButtonsProps) {
  const { t } = useTranslation('leads')
  const { phone, email } = reachOf(lead)
  const restore = tools.restoring(lead)
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon className={classes.more} aria-label={t('moreFor', { name: lead.name || t('noName') })}>
          <IconDots size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onChoose && (
          <Menu.Item leftSection={<IconCheckbox aria-hidden />} onClick={() => onChoose(lead._id, false)}>
            {t('choose')}
          </Menu.Item>
        )}
        {phone && email && (
          <Menu.Item component="a" href={mailLink(email)} leftSection={<IconMail aria-hidden />}>
            {t('sendEmail')}
          </Menu.Item>
        )}
        {restore && (
          <Menu.Item leftSection={<IconArrowBackUp data-mirror aria-hidden />} onClick={restore}>
            {t('restore')}
          </Menu.Item>
        )}
        <MoreItems lead={lead} tools={tools} />
      </Menu.Dropdown>
    </Menu>
  )
}
