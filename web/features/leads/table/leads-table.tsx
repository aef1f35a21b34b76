import { Box } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type CSSProperties, type MouseEvent, type Ref, type UIEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import { columnOfSort, isAscending, nextSortOf, type SentSort } from '#contract/leads/lead-sorts.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { ShownLeadColumn } from '#contract/leads/table-views.ts'
import { CHECK_WIDTH, END_WIDTH, isGrowing, pinnedOffsets, widthOf } from '../../../ui/table/columns.ts'
import shared from '../../../ui/table/table.module.css'
import { type HeadSort, TableHead } from '../../../ui/table/table-head.tsx'
import type { OwnTable } from '../../../ui/table/use-table-view.ts'
import type { Selection } from '../bulk/use-selection.ts'
import type { LeadActions } from '../list/use-lead-actions.ts'
import { LeadRow } from './lead-row.tsx'
import classes from './leads-table.module.css'
import { firstSortOfColumn } from './own-sorts.ts'
import { RowCheckbox } from './row-checkbox.tsx'

type Props = {
  leads: readonly Lead[]
  actions: LeadActions
  table: OwnTable<ShownLeadColumn>
  ownFields: readonly OwnField[]
  nameOf: (column: ShownLeadColumn) => string
  /** Undefined without the right to bulk actions. */
  selection: Selection | undefined
  sort: SentSort
  onSort: (sort: SentSort) => void
  /** The next page is being loaded. */
  isStale: boolean
  arrived: ReadonlySet<string>
  rowsRef: Ref<HTMLElement>
}

/** Gives the pinned columns an edge while other columns are scrolled behind them. */
const markScrolled = ({ currentTarget }: UIEvent<HTMLElement>) =>
  currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft !== 0)

/** The table of leads. The first two columns are pinned. */
export function LeadsTable(props: Props) {
  const { leads, actions, table, ownFields, nameOf, selection, sort, onSort, isStale, arrived, rowsRef } = props
  const { t } = useTranslation('leads')
  const router = useRouter()
  const shown = useMemo(() => table.columns.filter(({ isShown }) => isShown), [table.columns])
  const keys = useMemo(() => shown.map(({ key }) => key), [shown])
  const minWidth = shown.reduce((sum, column) => sum + widthOf(table.looks, column), CHECK_WIDTH + END_WIDTH)
  const [first = 0, second = 0] = pinnedOffsets(table.looks, shown, CHECK_WIDTH)
  const style = { '--least': `${minWidth}px`, '--pin-1': `${first}px`, '--pin-2': `${second}px` } as CSSProperties
  const headSort: HeadSort<ShownLeadColumn> = {
    isSortable: (key) => firstSortOfColumn(key, ownFields, leads) !== undefined,
    by: columnOfSort(sort),
    isAscending: isAscending(sort),
    onPress: (key) => {
      const first = firstSortOfColumn(key, ownFields, leads)
      if (first) onSort(nextSortOf(first, sort))
    },
  }
  const openClicked = (event: MouseEvent) => {
    const lead = leadOfClick(event, leads)
    if (lead) void router.navigate(actions.linkTo(lead))
  }
  const selectedCount = selection ? leads.filter(({ _id }) => selection.has(_id)).length : 0
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
          {/* Row actions; takes the remaining width when every column has a fixed one. */}
          <col {...(shown.some((column) => isGrowing(table.looks, column)) && { style: { width: END_WIDTH } })} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" data-column="check">
              {selection && (
                <RowCheckbox
                  label={t('selectPage')}
                  isChecked={selectedCount > 0 && selectedCount === leads.length}
                  isIndeterminate={selectedCount > 0 && selectedCount < leads.length}
                  onToggle={selection.toggleAll}
                />
              )}
            </th>
            <TableHead {...{ table, shown, sort: headSort, nameOf }} />
          </tr>
        </thead>
        <Box
          component="tbody"
          ref={rowsRef as Ref<HTMLTableSectionElement>}
          className={shared.rows}
          mod={{ stale: isStale }}
          onClick={openClicked}
          onAuxClick={openClicked}
        >
          {leads.map((lead) => (
            <LeadRow
              key={lead._id}
              lead={lead}
              actions={actions}
              columns={keys}
              ownFields={ownFields}
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

const NOT_A_LINK = 'button, input, label, [role="menu"], [role="dialog"], a:not([data-lead-link])'
const MIDDLE_BUTTON = 1

/**
 * Returns the lead that a click opens in this tab. Ctrl, ⌘ and the middle button open a new tab; on the name's link the
 * browser does that itself. One listener serves all rows.
 */
function leadOfClick(event: MouseEvent, leads: readonly Lead[]): Lead | undefined {
  const target = event.target as HTMLElement
  // React events bubble through portals: a click in a row's menu arrives here, too.
  if (!event.currentTarget.contains(target) || target.closest(NOT_A_LINK)) return undefined
  const row = target.closest<HTMLElement>('[data-row]')
  const link = row?.querySelector<HTMLAnchorElement>('[data-lead-link]')
  const lead = leads.find(({ _id }) => _id === row?.dataset.row)
  const isOnLink = target.closest('[data-lead-link]') !== null
  if (!link || !lead || event.button > MIDDLE_BUTTON || window.getSelection()?.type === 'Range') return undefined
  if (event.shiftKey) return undefined
  if (event.button === MIDDLE_BUTTON || event.ctrlKey || event.metaKey) {
    if (!isOnLink) window.open(link.href, '_blank', 'noopener')
    return undefined
  }
  event.preventDefault()
  return lead
}
