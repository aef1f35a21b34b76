import { Box } from '@mantine/core'
import { type CSSProperties, type MouseEvent, memo, type Ref, type UIEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/calls/calls.ts'
import type { CallColumn } from '#contract/leads/table-views.ts'
import { useIsHeard } from '../../../shared/player/player.ts'
import { END_WIDTH, isGrowing, PINNED, pinnedOffsets, widthOf } from '../../../ui/table/columns.ts'
import table from '../../../ui/table/table.module.css'
import { TableHead } from '../../../ui/table/table-head.tsx'
import type { OwnTable } from '../../../ui/table/use-table-view.ts'
import { type CallTools, callCells } from '../call-cells.tsx'
import classes from './calls-table.module.css'
import { callOfClick } from './row-clicks.ts'

/** Newest or oldest first. */
type CallSort = '-date' | 'date'
type Props = {
  calls: readonly Call[]
  tools: CallTools
  own: OwnTable<CallColumn>
  sort: CallSort
  onSort: (sort: CallSort) => void
  onOpen: (call: Call) => void
  /** The next page is loading. */
  isStale: boolean
  arrived: ReadonlySet<string>
  rowsRef: Ref<HTMLElement>
}

const markScrolled = ({ currentTarget }: UIEvent<HTMLElement>) =>
  currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft !== 0)

/** The call table with the member's columns. A click anywhere in a row opens the call's details. */
export function CallsTable({ calls, tools, own, sort, onSort, onOpen, isStale, arrived, rowsRef }: Props) {
  const { t } = useTranslation('calls')
  const shown = useMemo(() => own.columns.filter(({ isShown }) => isShown), [own.columns])
  const least = shown.reduce((sum, column) => sum + widthOf(own.looks, column), END_WIDTH)
  const [first = 0, second = 0] = pinnedOffsets(own.looks, shown, 0)
  const style = { '--least': `${least}px`, '--pin-1': `${first}px`, '--pin-2': `${second}px` } as CSSProperties
  const open = (event: MouseEvent) => {
    const call = callOfClick(event, calls)
    if (call) onOpen(call)
  }
  return (
    <div className={table.scroller} data-scroller tabIndex={-1} onScroll={markScrolled}>
      <table
        className={`${table.table} ${classes.calls}`}
        aria-label={t('title')}
        style={style}
        data-density={own.density}
      >
        <colgroup>
          {shown.map((column) => (
            <col
              key={column.key}
              data-column={column.key}
              {...(!isGrowing(own.looks, column) && { style: { width: widthOf(own.looks, column) } })}
            />
          ))}
          <col {...(shown.some((column) => isGrowing(own.looks, column)) && { style: { width: END_WIDTH } })} />
        </colgroup>
        <thead>
          <tr>
            <TableHead
              table={own}
              shown={shown}
              nameOf={(key) => t(`columns.${key}`)}
              sort={{
                isSortable: (key) => key === 'date',
                by: 'date',
                isAscending: sort === 'date',
                onPress: () => onSort(sort === 'date' ? '-date' : 'date'),
              }}
            />
          </tr>
        </thead>
        <Box
          component="tbody"
          ref={rowsRef as Ref<HTMLTableSectionElement>}
          className={table.rows}
          mod={{ stale: isStale }}
          onClick={open}
        >
          {calls.map((call) => (
            <CallRow key={call._id} {...{ call, tools, shown }} isNew={arrived.has(call._id)} />
          ))}
        </Box>
      </table>
    </div>
  )
}

type RowProps = { call: Call; tools: CallTools; shown: readonly { key: CallColumn }[]; isNew: boolean }

const CallRow = memo(function CallRow({ call, tools, shown, isNew }: RowProps) {
  const isHeard = useIsHeard(call._id)
  return (
    <Box component="tr" className={table.row} mod={{ row: call._id, new: isNew, heard: isHeard }}>
      {shown.map(({ key }, at) => (
        <td key={key} data-column={key} data-pin={at < PINNED ? at + 1 : undefined}>
          {callCells[key]({ call, tools })}
        </td>
      ))}
      <td aria-hidden />
    </Box>
  )
})
