import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './plain-table.module.css'
import tables from './table.module.css'

type Props<C extends string> = {
  label: string
  columns: readonly C[]
  /** Column heading. */
  headOf: (column: C) => string
  /** Shows the previous page while the next one loads. */
  isStale: boolean
  /** Fills the page from edge to edge. */
  flush?: boolean
  /** Class with column widths (`[data-column]`) and the table's minimum width (`--least`). */
  className: string | undefined
  children: ReactNode
}

const scroller = `${tables.scroller} ${classes.scroller}`

/** A table without column settings: fixed row height, sticky head, actions in the last column. */
export function PlainTable<C extends string>({
  label,
  columns,
  headOf,
  isStale,
  flush,
  className,
  children,
}: Props<C>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable.
    <section className={scroller} tabIndex={0} aria-label={label} data-flush={flush || undefined}>
      <table className={`${tables.table} ${classes.table} ${className ?? ''}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column} data-column={column}>
                {headOf(column)}
              </th>
            ))}
            <td data-column="menu" />
          </tr>
        </thead>
        <Box component="tbody" className={tables.rows} mod={{ stale: isStale }}>
          {children}
        </Box>
      </table>
    </section>
  )
}
