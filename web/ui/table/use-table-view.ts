import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TableView, TableViews } from '#contract/leads/table-views.ts'
import { useKeepChoices } from '../../lib/session/own-choices.ts'
import { sessionQuery, useSession } from '../../lib/session/session.ts'
import { type Column, type ColumnLooks, columnsOf } from './columns.ts'

export type OwnTable<K extends string = string> = {
  looks: ColumnLooks<K>
  columns: Column<K>[]
  density: TableView['density']
  /** The saved view has columns that are not known here, or not yet: they are kept. */
  hasUnknown: boolean
  /** Differs from the defaults. */
  isOwn: boolean
  /** The callback gets the current columns, which may be newer than the rendered ones. */
  change: (changes: { columns?: (columns: Column<K>[]) => Column<K>[]; density?: TableView['density'] }) => void
  reset: () => void
}

const densityOf = (view: TableView | undefined) => view?.density ?? 'compact'

/** Saved columns and density of a table. */
export function useTableView<K extends string>(name: keyof TableViews, looks: ColumnLooks<K>): OwnTable<K> {
  const view = useSession().user.tableViews[name]
  const client = useQueryClient()
  const keep = useKeepChoices()
  const columns = useMemo(() => columnsOf(looks, view), [looks, view])
  const density = densityOf(view)
  const unknownIn = (kept: TableView | undefined) => kept?.columns.filter(({ key }) => !(key in looks)) ?? []
  const change: OwnTable<K>['change'] = (changes) => {
    const now = client.getQueryData(sessionQuery.queryKey)?.user.tableViews[name]
    const before = columnsOf(looks, now)
    keep({
      tableViews: {
        [name]: {
          ...now,
          columns: [...(changes.columns?.(before) ?? before), ...unknownIn(now)],
          density: changes.density ?? densityOf(now),
        },
      },
    })
  }
  return {
    looks,
    columns,
    density,
    hasUnknown: unknownIn(view).some(({ isShown }) => isShown),
    isOwn: view !== undefined,
    change,
    reset: () => keep({ tableViews: { [name]: null } }),
  }
}
