import { Switch, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconGripVertical, IconPin } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, moveColumn, PINNED } from './columns.ts'
import classes from './columns-panel.module.css'
import { useRowDrag } from './use-row-drag.ts'
import type { OwnTable } from './use-table-view.ts'

type Props<K extends string> = {
  table: OwnTable<K>
  nameOf: (key: K) => string
  /** How many of the first columns are pinned. */
  pinnedCount?: number
}

/** Shows, hides and reorders columns, by drag or with the arrow keys on the handle. */
export function ColumnsPanel<K extends string>({ table, nameOf, pinnedCount = PINNED }: Props<K>) {
  const { t } = useTranslation('lists')
  const { columns, isOwn, change, reset } = table
  const [said, say] = useState('')
  const move = (key: K, placeOf: (from: number) => number) =>
    change({
      columns: (now) => {
        const from = now.findIndex((column) => column.key === key)
        const to = placeOf(from)
        if (from < 0 || to < 0 || to >= now.length) return now
        say(t('columnMoved', { column: nameOf(key), position: to + 1, total: now.length }))
        return moveColumn(now, from, to)
      },
    })
  const drag = useRowDrag(columns.length, (from, to) => {
    const moved = columns[from]
    if (moved) move(moved.key, () => to)
  })
  const pinned = columns.filter(({ isShown }) => isShown).slice(0, pinnedCount)
  const isLast = columns.filter(({ isShown }) => isShown).length === 1
  const toggle = (column: Column<K>) =>
    change({
      columns: (now) => now.map((one) => (one.key === column.key ? { ...one, isShown: !column.isShown } : one)),
    })
  const onKey = (event: KeyboardEvent, key: K) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    move(key, (from) => from + step)
  }
  return (
    <>
      <ol className={classes.list} ref={drag.listRef}>
        {columns.map((column, at) => {
          const name = nameOf(column.key)
          return (
            <li
              key={column.key}
              className={classes.row}
              data-dragged={drag.from === at || undefined}
              data-drop={drag.placeOf(at)}
            >
              <UnstyledButton
                className={classes.handle}
                aria-label={t('moveColumn', { column: name })}
                onPointerDown={(event) => drag.start(event, at)}
                onKeyDown={(event) => onKey(event, column.key)}
              >
                <IconGripVertical size={16} stroke={1.75} aria-hidden />
              </UnstyledButton>
              <Switch
                className={classes.switch}
                size="xs"
                labelPosition="left"
                label={name}
                checked={column.isShown}
                disabled={column.isShown && isLast}
                onChange={() => toggle(column)}
              />
              {pinned.includes(column) && (
                <span className={classes.pin} role="img" aria-label={t('pinned')} title={t('pinned')}>
                  <IconPin size={14} stroke={1.75} aria-hidden />
                </span>
              )}
            </li>
          )
        })}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <UnstyledButton className={classes.reset} disabled={!isOwn} onClick={reset}>
        {t('resetTable')}
      </UnstyledButton>
    </>
  )
}
