import { Box } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type CSSProperties, type MouseEvent, type Ref, type UIEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads.ts'
import type { LeadColumn } from '#contract/table-views.ts'
import { CHECK_WIDTH, END_WIDTH, isGrowing, pinnedOffsets, widthOf } from '../../../ui/table/columns.ts'
import shared from '../../../ui/table/table.module.css'
import { type DateSort, TableHead } from '../../../ui/table/table-head.tsx'
import type { OwnTable } from '../../../ui/table/use-table-view.ts'
import type { Selection } from '../bulk/use-selection.ts'
import type { LeadTools } from '../list/lead-tools.ts'
import { LeadRow } from './lead-row.tsx'
import classes from './leads-table.module.css'
import { RowCheck } from './row-checkbox.tsx'
import { followLeadLink } from './row-links.ts'

type Props = {
  leads: readonly Lead[]
  tools: LeadTools
  table: OwnTable<LeadColumn>
  /** undefined: nothing can be done with many rows, so none can be chosen. */
  selection: Selection | undefined
  sort: DateSort
  onSort: (sort: DateSort) => void
  /** The next page is on its way. */
  isStale: boolean
  arrived: ReadonlySet<string>
  rowsRef: Ref<HTMLElement>
}

/** The pinned columns get an edge while others are behind them. */
const markScrolled = ({ currentTarget }: UIEvent<HTMLElement>) =>
  currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft !== 0)

/** Leads in rows, with the columns of the person's choice; the first two stay in sight when the others are scrolled. */
export function LeadsTable({ leads, tools, table, selection, sort, onSort, isStale, arrived, rowsRef }: Props) {
  const { t } = useTranslation('leads')
  const router = useRouter()
  const shown = useMemo(() => table.columns.filter(({ isShown }) => isShown), [table.columns])
  const keys = useMemo(() => shown.map(({ key }) => key), [shown])
  const least = shown.reduce((sum, column) => sum + widthOf(table.looks, column), CHECK_WIDTH + END_WIDTH)
  const [first = 0, second = 0] = pinnedOffsets(table.looks, shown, CHECK_WIDTH)
  const style = { '--least': `${least}px`, '--pin-1': `${first}px`, '--pin-2': `${second}px` } as CSSProperties
  const follow = (event: MouseEvent) => {
    const lead = followLeadLink(event, leads)
    if (lead) void router.navigate(tools.linkTo(lead) as never)
  }
  const chosen = selection ? leads.filter(({ _id }) => selection.has(_id)).length : 0
  return (
    <div className={shared.scroller} data-scroller tabIndex={-1} onScroll={markScrolled}>
      <table
        className={`${shared.table} ${classes.leads}`}
        aria-label={t('title')}
        style={style}
        data-density={table.density}
      >
        <colgroup>
          <col style={{ width: CHECK_WIDTH }} />
          {shown.map((column) => (
            <col
              key={column.key}
              data-column={column.key}
              {...(!isGrowing(table.looks, column) && { style: { width: widthOf(table.looks, column) } })}
            />
          ))}
          {/* The row's actions; takes what is left where every column has a width of its own. */}
          <col {...(shown.some((column) => isGrowing(table.looks, column)) && { style: { width: END_WIDTH } })} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" data-column="check">
              {selection && (
                <RowCheck
                  label={t('selectPage')}
                  isChecked={chosen > 0 && chosen === leads.length}
                  isPartly={chosen > 0 && chosen < leads.length}
                  onToggle={selection.toggleAll}
                />
              )}
            </th>
            <TableHead {...{ table, shown, sort, onSort }} nameOf={(key) => t(`columns.${key}`)} />
          </tr>
        </thead>
        <Box
          component="tbody"
          ref={rowsRef as Ref<HTMLTableSectionElement>}
          className={shared.rows}
          mod={{ stale: isStale }}
          onClick={follow}
          onAuxClick={follow}
        >
          {leads.map((lead) => (
            <LeadRow
              key={lead._id}
              lead={lead}
              tools={tools}
              columns={keys}
              isSelected={selection?.has(lead._id) ?? false}
              isNew={arrived.has(lead._id)}
              onToggle={selection?.toggle}
            />
          ))}
        </Box>
      </table>
    </div>
  )
}
