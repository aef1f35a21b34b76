import { useMemo } from 'react'
import type { TableView, TableViews } from '#contract/table-views.ts'
import { useKeepChoices } from '../../lib/own-choices.ts'
import { useSession } from '../../lib/session.ts'
import { type Column, type ColumnLooks, columnsOf } from './columns.ts'

/** A table as the person wants it. */
export type OwnTable<K extends string = string> = {
  looks: ColumnLooks<K>
  columns: Column<K>[]
  density: TableView['density']
  /** The person has changed something. */
  isOwn: boolean
  change: (changes: { columns?: Column<K>[]; density?: TableView['density'] }) => void
  reset: () => void
}

/** The person's own columns and density of a table. */
export function useTableView<K extends string>(name: keyof TableViews, looks: ColumnLooks<K>): OwnTable<K> {
  const view = useSession().user.tableViews[name]
  const keep = useKeepChoices()
  const columns = useMemo(() => columnsOf(looks, view), [looks, view])
  const density = view?.density ?? 'compact'
  return {
    looks,
    columns,
    density,
    isOwn: view !== undefined,
    change: (changes) => keep({ tableViews: { [name]: { columns, density, ...changes } } }),
    reset: () => keep({ tableViews: { [name]: null } }),
  }
}
