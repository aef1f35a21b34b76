import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { COLUMN_WIDTH_MAX, COLUMN_WIDTH_MIN } from '#contract/table-views.ts'
import { type Column, PINNED, widthOf } from './columns.ts'
import classes from './leads-table.module.css'
import type { Sort } from './leads-table.tsx'
import { useColumnWidth } from './use-column-width.ts'
import type { OwnTable } from './use-own-choices.ts'

type Props = { table: OwnTable; shown: readonly Column[]; sort: Sort; onSort: (sort: Sort) => void }

/** The heads of the columns: name, order where there is one, and the edge that sets the width. */
export function TableHead({ table, shown, sort, onSort }: Props) {
  const { t } = useTranslation('leads')
  const isNewestFirst = sort === '-date'
  const SortIcon = isNewestFirst ? IconArrowDown : IconArrowUp
  return (
    <>
      {shown.map((column, at) => (
        <th
          scope="col"
          key={column.key}
          // Without the name of the edge.
          aria-label={t(`columns.${column.key}`)}
          data-column={column.key}
          data-pin={at < PINNED ? at + 1 : undefined}
          {...(column.key === 'date' && { 'aria-sort': isNewestFirst ? 'descending' : 'ascending' })}
        >
          {column.key === 'date' ? (
            <UnstyledButton className={classes.sort} onClick={() => onSort(isNewestFirst ? 'date' : '-date')}>
              {t('columns.date')}
              <SortIcon size={14} stroke={2} aria-hidden />
            </UnstyledButton>
          ) : (
            <span className={classes.headWord}>{t(`columns.${column.key}`)}</span>
          )}
          <Edge table={table} column={column} />
        </th>
      ))}
      {/* The cell of the row's actions; as wide as what is left. */}
      <td aria-hidden />
    </>
  )
}

/** Drags the column's end; the arrow keys do the same, a double click or Enter makes it as wide as what is in it. */
function Edge({ table, column }: { table: OwnTable; column: Column }) {
  const { t } = useTranslation('leads')
  const { drag, step, fitContent } = useColumnWidth(table, column.key)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is a control, <hr> is none.
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('columnWidth', { column: t(`columns.${column.key}`) })}
      aria-valuemin={COLUMN_WIDTH_MIN}
      aria-valuemax={COLUMN_WIDTH_MAX}
      aria-valuenow={widthOf(column)}
      tabIndex={0}
      className={classes.edge}
      onPointerDown={drag}
      onKeyDown={step}
      onDoubleClick={fitContent}
    />
  )
}
