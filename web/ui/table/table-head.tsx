import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { COLUMN_WIDTH_MAX, COLUMN_WIDTH_MIN } from '#contract/leads/table-views.ts'
import { type Column, PINNED, widthOf } from './columns.ts'
import classes from './table.module.css'
import { useColumnWidth } from './use-column-width.ts'
import type { OwnTable } from './use-table-view.ts'

/** Newest or oldest first. */
export type DateSort = '-date' | 'date'
type Props<K extends string> = {
  table: OwnTable<K>
  shown: readonly Column<K>[]
  nameOf: (key: K) => string
  sort: DateSort
  onSort: (sort: DateSort) => void
}

/** Column headings with sort button and resize handle. */
export function TableHead<K extends string>({ table, shown, nameOf, sort, onSort }: Props<K>) {
  const isNewestFirst = sort === '-date'
  const SortIcon = isNewestFirst ? IconArrowDown : IconArrowUp
  return (
    <>
      {shown.map((column, at) => (
        <th
          scope="col"
          key={column.key}
          // Without the label of the resize handle.
          aria-label={nameOf(column.key)}
          data-column={column.key}
          data-pin={at < PINNED ? at + 1 : undefined}
          {...(column.key === 'date' && { 'aria-sort': isNewestFirst ? 'descending' : 'ascending' })}
        >
          {column.key === 'date' ? (
            <UnstyledButton className={classes.sort} onClick={() => onSort(isNewestFirst ? 'date' : '-date')}>
              {nameOf(column.key)}
              <SortIcon size={14} stroke={2} aria-hidden />
            </UnstyledButton>
          ) : (
            <span className={classes.headWord}>{nameOf(column.key)}</span>
          )}
          <Edge table={table} column={column} name={nameOf(column.key)} />
        </th>
      ))}
      {/* Heading of the row actions; takes the remaining width. */}
      <td aria-hidden />
    </>
  )
}

type EdgeProps<K extends string> = { table: OwnTable<K>; column: Column<K>; name: string }

/** Resizes by drag and arrow keys; double click or Enter fits the content. */
function Edge<K extends string>({ table, column, name }: EdgeProps<K>) {
  const { t } = useTranslation('lists')
  const { drag, step, fitContent } = useColumnWidth(table, column.key)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is a control, <hr> is none.
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('columnWidth', { column: name })}
      aria-valuemin={COLUMN_WIDTH_MIN}
      aria-valuemax={COLUMN_WIDTH_MAX}
      aria-valuenow={widthOf(table.looks, column)}
      tabIndex={0}
      className={classes.edge}
      onPointerDown={drag}
      onKeyDown={step}
      onDoubleClick={fitContent}
    />
  )
}
