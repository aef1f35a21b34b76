import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { COLUMN_WIDTH_MAX, COLUMN_WIDTH_MIN } from '#contract/leads/table-views.ts'
import { type Column, PINNED, widthOf } from './columns.ts'
import classes from './table.module.css'
import { useColumnWidth } from './use-column-width.ts'
import type { OwnTable } from './use-table-view.ts'

/** By which columns the table can be sorted and is sorted. A press on a heading selects its order, or reverses it. */
export type HeadSort<K extends string> = {
  isSortable: (key: K) => boolean
  by: string
  isAscending: boolean
  onPress: (key: K) => void
}
type Props<K extends string> = {
  table: OwnTable<K>
  shown: readonly Column<K>[]
  nameOf: (key: K) => string
  sort: HeadSort<K>
}

/** Column headings with sort button and resize handle. */
export function TableHead<K extends string>({ table, shown, nameOf, sort }: Props<K>) {
  const SortIcon = sort.isAscending ? IconArrowUp : IconArrowDown
  return (
    <>
      {shown.map((column, at) => (
        <th
          scope="col"
          key={column.key}
          // Otherwise the name of the heading would include the label of the resize handle.
          aria-label={nameOf(column.key)}
          data-column={column.key}
          data-pin={at < PINNED ? at + 1 : undefined}
          {...(column.key === sort.by && { 'aria-sort': sort.isAscending ? 'ascending' : 'descending' })}
        >
          {sort.isSortable(column.key) ? (
            <UnstyledButton className={classes.sort} onClick={() => sort.onPress(column.key)}>
              <span className={classes.headWord}>{nameOf(column.key)}</span>
              {column.key === sort.by && <SortIcon className={classes.way} size={14} stroke={2} aria-hidden />}
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
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is a control; <hr> is not.
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
