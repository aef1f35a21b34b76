import { Box } from '@mantine/core'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { ShownLeadColumn } from '#contract/leads/table-views.ts'
import { PINNED } from '../../../ui/table/columns.ts'
import classes from '../../../ui/table/table.module.css'
import { useNameOfLead } from '../fields/lead-name.tsx'
import type { LeadActions } from '../list/use-lead-actions.ts'
import { cellOf } from './own-columns.tsx'
import { RowActions } from './row-actions.tsx'
import { RowCheckbox } from './row-checkbox.tsx'

type Props = {
  lead: Lead
  actions: LeadActions
  columns: readonly ShownLeadColumn[]
  ownFields: readonly OwnField[]
  isSelected: boolean
  /** Arrived while the list was shown: highlighted for a moment. */
  isNew: boolean
  onToggle: ((leadId: string, isRange: boolean) => void) | undefined
}

/** A table row. Its actions are rendered with the first hover or focus, because a page has up to 100 rows. */
export const LeadRow = memo(function LeadRow(props: Props) {
  const { lead, actions, columns, ownFields, isSelected, isNew, onToggle } = props
  const { t } = useTranslation('leads')
  const nameOfLead = useNameOfLead()
  const [isActive, setActive] = useState(false)
  const activate = isActive ? undefined : () => setActive(true)
  return (
    <Box
      component="tr"
      className={classes.row}
      mod={{ row: lead._id, selected: isSelected, new: isNew }}
      onMouseEnter={activate}
      onFocus={activate}
    >
      <td className={classes.check}>
        {onToggle && (
          <RowCheckbox
            label={t('select', { name: nameOfLead(lead) })}
            isChecked={isSelected}
            onToggle={(isRange) => onToggle(lead._id, isRange)}
          />
        )}
      </td>
      {columns.map((column, at) => (
        <td key={column} data-column={column} data-pin={at < PINNED ? at + 1 : undefined}>
          {cellOf(column, ownFields, { lead, actions, t })}
        </td>
      ))}
      <td className={classes.actions}>{isActive && <RowActions lead={lead} actions={actions} />}</td>
    </Box>
  )
})
