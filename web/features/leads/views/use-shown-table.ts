import { useMemo } from 'react'
import type { ShownLeadColumn } from '#contract/leads/table-views.ts'
import { type Column, type ColumnLooks, columnsOf } from '../../../ui/table/columns.ts'
import type { OwnTable } from '../../../ui/table/use-table-view.ts'
import { type FilterProps, formatColumns, type LeadsSearch } from '../filters/leads-search.ts'

/** The columns that are shown, as views and addresses hold them. */
export const shownOf = (columns: readonly Column<ShownLeadColumn>[]) =>
  columns.filter(({ isShown }) => isShown).map(({ key, width }) => ({ key, ...(width && { width }) }))

type Looks = ColumnLooks<ShownLeadColumn>
type Shown = NonNullable<LeadsSearch['columns']>

/** All columns, those of the address first and the others hidden. */
function columnsIn(looks: Looks, shown: Shown): Column<ShownLeadColumn>[] {
  const view = { columns: shown.map((column) => ({ ...column, isShown: true })), density: 'compact' as const }
  const isShown = (key: string) => shown.some((column) => column.key === key)
  return columnsOf(looks, view).map((column) => ({ ...column, isShown: isShown(column.key) }))
}

/** The person's own table; where the address holds columns, a table of those, whose changes go to the address. */
export function useShownTable(
  own: OwnTable<ShownLeadColumn>,
  { columns }: Pick<LeadsSearch, 'columns'>,
  onChange: FilterProps['onChange'],
): OwnTable<ShownLeadColumn> {
  const { looks } = own
  const key = columns && formatColumns(columns)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL is parsed again at each render, so its parsed value changes each time.
  const shown = useMemo(() => columns && columnsIn(looks, columns), [looks, key])
  if (!columns || !shown) return own
  return {
    ...own,
    columns: shown,
    hasUnknown: columns.some((column) => !(column.key in looks)),
    isOwn: true,
    change: ({ columns: changed, density }) => {
      if (density) own.change({ density })
      if (changed) void onChange({ columns: formatColumns(shownOf(changed(shown))) })
    },
    reset: () => void onChange({ columns: undefined }),
  }
}
