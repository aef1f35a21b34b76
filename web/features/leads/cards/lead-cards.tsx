import { ActionIcon, Box, Menu } from '@mantine/core'
import { IconArrowBackUp, IconCheckbox, IconDots, IconMail } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { formatDateTime, formatRecent } from '../../../lib/i18n/format.ts'
import { SourceMark } from '../../../shared/source-mark.tsx'
import { Money } from '../../../ui/display/money.tsx'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import type { Selection } from '../bulk/use-selection.ts'
import { CardContacts } from '../fields/card-contacts.tsx'
import { mailLink, unmaskedContact } from '../fields/contact-links.ts'
import { DuplicateMark } from '../fields/duplicate-mark.tsx'
import { LeadName, useNameOfLead } from '../fields/lead-name.tsx'
import { LeadTags } from '../fields/lead-tags.tsx'
import type { LeadActions } from '../list/use-lead-actions.ts'
import { StatusMenu } from '../status/status-menu.tsx'
import { OwnFacts } from '../table/own-columns.tsx'
import { MoreMenuItems } from '../table/row-actions.tsx'
import { RowCheckbox } from '../table/row-checkbox.tsx'
import classes from './lead-cards.module.css'
import { useLongPress } from './use-long-press.ts'

type Props = {
  leads: readonly Lead[]
  actions: LeadActions
  isStale: boolean
  arrived: ReadonlySet<string>
  rowsRef: Ref<HTMLElement>
  selection: Selection | undefined
  /**
   * Shows an editable status, the assignee and the tags. If false, the cards replace the table's rows on narrow
   * screens.
   */
  isFull: boolean
  isNarrow: boolean
  /** Own fields that the person shows as columns. */
  fields: readonly OwnField[]
}

/** Leads as cards, with Call and WhatsApp; in several columns on wide screens. */
export function LeadCards(props: Props) {
  const { leads, actions, isStale, arrived, rowsRef, selection, isFull, isNarrow, fields } = props
  const { t } = useTranslation('leads')
  const longPress = useLongPress((leadId) => selection?.toggle(leadId, false))
  // On narrow screens a tap selects only in selection mode, which a long press or the card's menu starts.
  const isSelecting = isNarrow && (selection?.count ?? 0) > 0
  return (
    <div className={classes.scroller} data-scroller>
      <Box
        component="ul"
        ref={rowsRef as Ref<HTMLUListElement>}
        className={classes.cards}
        mod={{ stale: isStale, choosing: isSelecting }}
        aria-label={t('title')}
        {...(isNarrow && selection && longPress)}
      >
        {leads.map((lead) => (
          <LeadCard
            key={lead._id}
            lead={lead}
            actions={actions}
            isFull={isFull}
            fields={fields}
            isNew={arrived.has(lead._id)}
            isSelected={selection?.has(lead._id) ?? false}
            isSelecting={isSelecting}
            onToggle={isNarrow && !isSelecting ? undefined : selection?.toggle}
            onStartSelecting={isNarrow ? selection?.toggle : undefined}
          />
        ))}
      </Box>
    </div>
  )
}

type CardProps = {
  lead: Lead
  actions: LeadActions
  isFull: boolean
  fields: readonly OwnField[]
  isNew: boolean
  isSelected: boolean
  /** Selection mode: a tap anywhere on the card selects it. */
  isSelecting: boolean
  /** Starts selection mode with this card. */
  onStartSelecting: ((leadId: string, isRange: boolean) => void) | undefined
  onToggle: ((leadId: string, isRange: boolean) => void) | undefined
}

const LeadCard = memo(function LeadCard(props: CardProps) {
  const { lead, actions, isFull, fields, isNew, isSelected, isSelecting, onStartSelecting, onToggle } = props
  const { t } = useTranslation('leads')
  const nameOfLead = useNameOfLead()
  return (
    <Box component="li" className={classes.card} mod={{ row: lead._id, new: isNew, selected: isSelected }}>
      <div className={classes.line}>
        <Link {...actions.linkTo(lead)} className={classes.link} data-lead-link>
          <LeadName lead={lead} orPhone />
        </Link>
        <DuplicateMark lead={lead} />
        <time className={classes.time} dateTime={lead.date} title={formatDateTime(lead.date)}>
          {formatRecent(lead.date)}
        </time>
        {onToggle && (
          <span className={isSelecting ? classes.cover : classes.check}>
            <RowCheckbox
              label={t('select', { name: nameOfLead(lead) })}
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
        {!isFull && <StatusMenu lead={lead} statuses={actions.statuses} />}
        {lead.value !== null && <Money agorot={lead.value} />}
      </div>
      {isFull && (
        <div className={classes.facts}>
          <span className={classes.above}>
            <StatusMenu lead={lead} statuses={actions.statuses} onChange={actions.statusChange(lead)} large />
          </span>
          {lead.tags.length > 0 && <LeadTags tags={lead.tags} />}
          {lead.assignedTo && (
            <span role="img" className={classes.person} aria-label={lead.assignedTo.name} title={lead.assignedTo.name}>
              <PersonAvatar {...lead.assignedTo} id={lead.assignedTo._id} />
            </span>
          )}
        </div>
      )}
      <OwnFacts lead={lead} fields={fields} className={classes.own} />
      <CardContacts lead={lead} isOff={isSelecting}>
        <More {...{ lead, actions, onStartSelecting }} />
      </CardContacts>
    </Box>
  )
})

type MoreProps = Pick<CardProps, 'lead' | 'actions' | 'onStartSelecting'>

export function More({ lead, actions, onStartSelecting }: MoreProps) {
  const { t } = useTranslation('leads')
  const nameOfLead = useNameOfLead()
  const { phone, email } = unmaskedContact(lead)
  const restore = actions.restoring(lead)
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('moreFor', { name: nameOfLead(lead) })}>
          <IconDots size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onStartSelecting && (
          <Menu.Item leftSection={<IconCheckbox aria-hidden />} onClick={() => onStartSelecting(lead._id, false)}>
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
        <MoreMenuItems lead={lead} actions={actions} />
      </Menu.Dropdown>
    </Menu>
  )
}
