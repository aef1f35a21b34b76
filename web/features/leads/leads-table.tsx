import { Box, Checkbox, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead, leadSorts } from '#contract/leads.ts'
import { LeadRow } from './lead-row.tsx'
import type { LeadTools } from './lead-tools.ts'
import classes from './leads-table.module.css'
import type { Selection } from './use-selection.ts'

type Sort = (typeof leadSorts)[number]
type Props = {
  leads: readonly Lead[]
  tools: LeadTools
  selection: Selection
  sort: Sort
  onSort: (sort: Sort) => void
  /** The next page is on its way. */
  isStale: boolean
  arrived: ReadonlySet<string>
  rowsRef: Ref<HTMLElement>
}

const columns = ['name', 'phone', 'email', 'status', 'campaign', 'source', 'value', 'assignedTo'] as const

export function LeadsTable({ leads, tools, selection, sort, onSort, isStale, arrived, rowsRef }: Props) {
  const { t } = useTranslation('leads')
  const isNewestFirst = sort === '-date'
  const SortIcon = isNewestFirst ? IconArrowDown : IconArrowUp
  return (
    <div className={classes.scroller} data-scroller tabIndex={-1}>
      <table className={classes.table} aria-label={t('title')}>
        <thead>
          <tr>
            <th scope="col" data-column="check">
              <Checkbox
                checked={selection.ids.size > 0 && selection.ids.size === leads.length}
                indeterminate={selection.ids.size > 0 && selection.ids.size < leads.length}
                aria-label={t('selectPage')}
                onChange={selection.toggleAll}
              />
            </th>
            {columns.map((column) => (
              <th scope="col" key={column} data-column={column}>
                {t(`columns.${column}`)}
              </th>
            ))}
            <th scope="col" data-column="date" aria-sort={isNewestFirst ? 'descending' : 'ascending'}>
              <UnstyledButton className={classes.sort} onClick={() => onSort(isNewestFirst ? 'date' : '-date')}>
                {t('columns.date')}
                <SortIcon size={14} stroke={2} aria-hidden />
              </UnstyledButton>
            </th>
          </tr>
        </thead>
        <Box
          component="tbody"
          ref={rowsRef as Ref<HTMLTableSectionElement>}
          className={classes.rows}
          mod={{ stale: isStale }}
        >
          {leads.map((lead) => (
            <LeadRow
              key={lead._id}
              lead={lead}
              tools={tools}
              isSelected={selection.ids.has(lead._id)}
              isNew={arrived.has(lead._id)}
              onToggle={selection.toggle}
            />
          ))}
        </Box>
      </table>
    </div>
  )
}
