import { Box } from '@mantine/core'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads.ts'
import type { LeadColumn } from '#contract/table-views.ts'
import { PINNED } from '../../../ui/table/columns.ts'
import classes from '../../../ui/table/table.module.css'
import type { LeadTools } from '../list/lead-tools.ts'
import { cells } from './lead-cells.tsx'
import { RowActions } from './row-actions.tsx'
import { RowCheck } from './row-checkbox.tsx'

type Props = {
  lead: Lead
  tools: LeadTools
  columns: readonly LeadColumn[]
  isSelected: boolean
  /** It has just arrived: a short highlight. */
  isNew: boolean
  onToggle: ((leadId: string, isRange: boolean) => void) | undefined
}

/** One lead in a row. What acts on it is drawn once somebody points at the row: a hundred of them are shown at once. */
export const LeadRow = memo(function LeadRow({ lead, tools, columns, isSelected, isNew, onToggle }: Props) {
  const { t } = useTranslation('leads')
  const [isPointed, setPointed] = useState(false)
  const point = isPointed ? undefined : () => setPointed(true)
  return (
    <Box
      component="tr"
      className={classes.row}
      mod={{ row: lead._id, selected: isSelected, new: isNew }}
      onMouseEnter={point}
      onFocus={point}
    >
      <td className={classes.check}>
        {onToggle && (
          <RowCheck
            label={t('select', { name: lead.name || t('noName') })}
            isChecked={isSelected}
            onToggle={(isRange) => onToggle(lead._id, isRange)}
          />
        )}
      </td>
      {columns.map((column, at) => (
        <td key={column} data-column={column} data-pin={at < PINNED ? at + 1 : undefined}>
          {cells[column]({ lead, tools, t })}
        </td>
      ))}
      <td className={classes.actions}>{isPointed && <RowActions lead={lead} tools={tools} />}</td>
    </Box>
  )
})
