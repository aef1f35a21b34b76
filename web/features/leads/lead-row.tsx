import { Box, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads.ts'
import { formatDateTime, formatRecent } from '../../lib/format.ts'
import { Money } from '../../ui/money.tsx'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { Phone } from '../../ui/phone.tsx'
import { SourceMark } from '../../ui/source-mark.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { LeadName } from './lead-name.tsx'
import type { LeadTools } from './lead-tools.ts'
import classes from './leads-table.module.css'
import { RowActions } from './row-actions.tsx'
import { StatusMenu } from './status-menu.tsx'

type Props = {
  lead: Lead
  tools: LeadTools
  isSelected: boolean
  /** It has just arrived: a short highlight. */
  isNew: boolean
  onToggle: (leadId: string, isRange: boolean) => void
}

export function LeadRow({ lead, tools, isSelected, isNew, onToggle }: Props) {
  const { t } = useTranslation('leads')
  const name = lead.name || t('noName')
  return (
    <Box component="tr" className={classes.row} mod={{ row: true, selected: isSelected, new: isNew }}>
      <td>
        <Checkbox
          className={classes.check}
          checked={isSelected}
          aria-label={t('select', { name })}
          onChange={({ nativeEvent }) => onToggle(lead._id, (nativeEvent as MouseEvent).shiftKey)}
        />
      </td>
      <td>
        <Link {...tools.linkTo(lead)} className={classes.link} data-lead-link>
          <LeadName lead={lead} />
        </Link>
      </td>
      <td>{lead.phone ? <Phone number={lead.phone} /> : '—'}</td>
      <td className={classes.second} data-column="email">
        {lead.email ? (
          <bdi dir="ltr" className={classes.email} title={lead.email}>
            {lead.email}
          </bdi>
        ) : (
          '—'
        )}
      </td>
      <td>
        <div className={classes.above}>
          <StatusMenu lead={lead} statuses={tools.statuses} onChange={tools.statusChange(lead)} />
        </div>
      </td>
      <td className={classes.second}>
        <UserText cut>{lead.campaignName}</UserText>
      </td>
      <td className={classes.second}>
        <SourceMark source={lead.source} />
      </td>
      <td className={classes.amount}>
        <Money agorot={lead.value} />
      </td>
      <td className={classes.person}>
        <Assignee lead={lead} />
      </td>
      <td className={classes.date}>
        <time dateTime={lead.date} title={formatDateTime(lead.date)}>
          {formatRecent(lead.date)}
        </time>
        <RowActions lead={lead} onDelete={tools.deletion(lead)} onRestore={tools.restoring(lead)} />
      </td>
    </Box>
  )
}

/** Initials of the person, or a dashed ring: nobody has it yet. */
function Assignee({ lead: { assignedTo } }: { lead: Lead }) {
  const { t } = useTranslation('leads')
  const label = assignedTo ? assignedTo.name : t('nobody')
  return (
    <span role="img" aria-label={label} title={label} className={classes.assignee}>
      {assignedTo ? <PersonAvatar {...assignedTo} id={assignedTo._id} /> : <span className={classes.ring} />}
    </span>
  )
}
