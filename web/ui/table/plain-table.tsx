import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './plain-table.module.css'
import tables from './table.module.css'

type Props<C extends string> = {
  label: string
  columns: readonly C[]
  /** What stands over a column. */
  headOf: (column: C) => string
  /** Rows of the page before, until the next is here. */
  isStale: boolean
  /** From edge to edge of the page, which it fills. */
  flush?: boolean
  /** Where the columns have their widths: `[data-column]`, and `--least` that of the table. */
  className: string | undefined
  children: ReactNode
}

const scroller = `${tables.scroller} ${classes.scroller}`

/** A table without tools: rows of a fixed height under a head that stays, the last column for what can be done with each. */
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
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
