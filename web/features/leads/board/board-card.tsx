import { useDraggable } from '@dnd-kit/react'
import { ActionIcon, Box, Menu, UnstyledButton } from '@mantine/core'
import { IconArrowsExchange, IconGripVertical, IconHourglass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { isOwnFieldName, type OwnField, ownFieldName } from '#contract/lead-fields/own-fields.ts'
import { STALE_DAYS } from '#contract/leads/lead-board.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { BoardField, ShownBoardField } from '#contract/leads/table-views.ts'
import { formatDateTime, formatRecent } from '../../../lib/i18n/format.ts'
import { nameOf } from '../../../shared/own-fields/own-fields.ts'
import { OwnValue } from '../../../shared/own-fields/own-value.tsx'
import { SourceMark } from '../../../shared/source-mark.tsx'
import { Money } from '../../../ui/display/money.tsx'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import type { Selection } from '../bulk/use-selection.ts'
import { More } from '../cards/lead-cards.tsx'
import { CardContacts } from '../fields/card-contacts.tsx'
import { LeadName, useNameOfLead } from '../fields/lead-name.tsx'
import { LeadTags } from '../fields/lead-tags.tsx'
import type { LeadActions } from '../list/use-lead-actions.ts'
import { statusOf } from '../status/use-statuses.ts'
import { leadTableColumns } from '../table/lead-columns.tsx'
import { RowCheckbox } from '../table/row-checkbox.tsx'
import classes from './board-card.module.css'
import type { ShownColumn } from './use-board-columns.ts'

export type CardActions = {
  lead: LeadActions
  /** The columns that a lead can be moved to. */
  targetsOf: (lead: Lead) => readonly ShownColumn[]
  canMove: (lead: Lead) => boolean
  move: (lead: Lead, column: ShownColumn) => void
  /** Opens the list of columns on narrow screens. */
  openMoveSheet: (lead: Lead) => void
  /** Keys on the handle: lift, move, drop, cancel. */
  onHandleKey: (event: KeyboardEvent, lead: Lead) => void
}

type Props = {
  lead: Lead
  fields: readonly ShownBoardField[]
  ownFields: readonly OwnField[]
  actions: CardActions
  isNarrow: boolean
  isSelected: boolean
  /** A tap anywhere on the card selects it. */
  isSelecting: boolean
  onToggle: Selection['toggle'] | undefined
  isHeld: boolean
}

/** A lead on the board. It is dragged by any part of it but its buttons. */
export const BoardCard = memo(function BoardCard(props: Props) {
  const { lead, fields, ownFields, actions, isNarrow, isSelected, isSelecting, onToggle, isHeld } = props
  const { t } = useTranslation('leads')
  const nameOfLead = useNameOfLead()
  const canMove = actions.canMove(lead)
  const { ref, isDragSource } = useDraggable({ id: lead._id, type: 'lead', data: { lead }, disabled: !canMove })
  const name = nameOfLead(lead)
  return (
    <Box
      component="li"
      ref={ref}
      className={classes.card}
      mod={{ row: lead._id, selected: isSelected, movable: canMove, source: isDragSource, held: isHeld }}
    >
      <div className={classes.line}>
        <Link {...actions.lead.linkTo(lead)} className={classes.link} data-lead-link draggable={false}>
          <LeadName lead={lead} orPhone />
        </Link>
        {fields.includes('date') && (
          <time className={classes.time} dateTime={lead.date} title={formatDateTime(lead.date)}>
            {formatRecent(lead.date)}
          </time>
        )}
        {isNarrow && <More lead={lead} actions={actions.lead} onStartSelecting={onToggle} />}
      </div>
      <CardFields {...{ lead, fields, ownFields }} actions={actions.lead} />
      {isNarrow && <CardButtons lead={lead} actions={actions} isOff={isSelecting} />}
      {!isNarrow && (
        <div className={classes.tools}>
          {canMove && (
            <UnstyledButton
              className={classes.grip}
              data-grip
              aria-label={t('board.lift', { name })}
              aria-pressed={isHeld}
              onKeyDown={(event) => actions.onHandleKey(event, lead)}
            >
              <IconGripVertical size={16} stroke={1.75} aria-hidden />
            </UnstyledButton>
          )}
          {canMove && <MoveMenu lead={lead} actions={actions} />}
          <More lead={lead} actions={actions.lead} onStartSelecting={undefined} />
        </div>
      )}
      {onToggle && (!isNarrow || isSelecting) && (
        <span className={isNarrow ? classes.cover : classes.check}>
          <RowCheckbox
            label={t('select', { name })}
            isChecked={isSelected}
            onToggle={(isRange) => onToggle(lead._id, isRange)}
          />
        </span>
      )}
    </Box>
  )
})

/** Fields with a place of their own on the card; the others follow with their name. */
const PLACED: readonly ShownBoardField[] = ['campaign', 'source', 'date', 'value', 'assignedTo', 'tags']

type FieldsProps = Pick<Props, 'lead' | 'fields' | 'ownFields'> & { actions: LeadActions }

export function CardFields({ lead, fields, ownFields, actions }: FieldsProps) {
  const { t } = useTranslation('leads')
  const has = (field: BoardField) => fields.includes(field)
  const days = staleDaysOf(lead, actions)
  return (
    <>
      {(has('campaign') || has('source')) && (
        <div className={classes.origin}>
          <SourceMark source={lead.source} iconOnly={!has('source')} />
          {has('campaign') && <UserText cut>{lead.campaignName}</UserText>}
        </div>
      )}
      {fields
        .filter((field) => !PLACED.includes(field))
        .map((field) =>
          isOwnFieldName(field) ? (
            <OwnFact key={field} field={ownFields.find(({ key }) => ownFieldName(key) === field)} lead={lead} />
          ) : (
            <div key={field} className={classes.fact}>
              <span className={classes.label}>{t(`columns.${field}`)}</span>
              <span className={classes.cell}>{leadTableColumns[field].cell({ lead, actions, t })}</span>
            </div>
          ),
        )}
      {has('tags') && lead.tags.length > 0 && <LeadTags tags={lead.tags} />}
      <div className={classes.line}>
        <span className={classes.facts}>
          {has('value') && lead.value !== null && <Money agorot={lead.value} />}
          {days > 0 && (
            <span className={classes.stale}>
              <IconHourglass size={14} stroke={1.75} aria-hidden />
              {t('board.stale', { count: days })}
            </span>
          )}
        </span>
        {has('assignedTo') && lead.assignedTo && (
          <span role="img" className={classes.person} aria-label={lead.assignedTo.name} title={lead.assignedTo.name}>
            <PersonAvatar {...lead.assignedTo} id={lead.assignedTo._id} />
          </span>
        )}
      </div>
    </>
  )
}

/** A value of an own field, if the lead has one. */
function OwnFact({ field, lead }: { field: OwnField | undefined; lead: Lead }) {
  const value = field && lead.fields[field.key]
  if (!field || value === undefined) return null
  return (
    <div className={classes.fact}>
      <span className={classes.label}>
        <bdi>{nameOf(field)}</bdi>
      </span>
      <span className={classes.cell}>
        <OwnValue field={field} value={value} cut />
      </span>
    </div>
  )
}

const DAY_MS = 86_400_000
/** Days without activity of a lead that is neither won nor lost; 0 below STALE_DAYS. */
function staleDaysOf(lead: Lead, { statuses }: LeadActions) {
  const { type } = statusOf(statuses, lead)
  const days = Math.floor((Date.now() - Date.parse(lead.lastActivityAt)) / DAY_MS)
  return type === 'Won' || type === 'Lost' || days < STALE_DAYS ? 0 : days
}

type MoveProps = { lead: Lead; actions: CardActions }

function MoveMenu({ lead, actions }: MoveProps) {
  const { t } = useTranslation('leads')
  const nameOfLead = useNameOfLead()
  return (
    <Menu withinPortal>
      <Menu.Target>
        <ActionIcon size="xs" aria-label={t('board.moveLead', { name: nameOfLead(lead) })}>
          <IconArrowsExchange stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('board.moveTo')}</Menu.Label>
        {actions.targetsOf(lead).map((column) => (
          <Menu.Item key={column.key} onClick={() => actions.move(lead, column)}>
            <bdi>{column.name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function CardButtons({ lead, actions, isOff }: MoveProps & { isOff: boolean }) {
  const { t } = useTranslation('leads')
  const nameOfLead = useNameOfLead()
  return (
    <CardContacts lead={lead} isOff={isOff}>
      {actions.canMove(lead) && (
        <ActionIcon
          aria-label={t('board.moveLead', { name: nameOfLead(lead) })}
          onClick={() => actions.openMoveSheet(lead)}
        >
          <IconArrowsExchange size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </CardContacts>
  )
}
