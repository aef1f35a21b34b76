import type { CSSProperties, ReactNode } from 'react'
import { type FlowRow, levelOf } from './flow-rows.ts'
import classes from './flow-tree.module.css'

export type Frame = {
  /** The row that Tab reaches. */
  isHere: boolean
  onFocus: () => void
  /** A step would be dropped behind the row, indented so far. */
  drop: number | undefined
}

type Props = {
  row: FlowRow
  frame: Frame
  /** Ids of the elements whose text names the row. */
  labelledBy: string
  className: string | undefined
  isExpanded?: boolean
  marks?: Record<`data-${string}`, string | true | undefined>
  children: ReactNode
}

/** A row of the tree, with the rails of the branches that it stands in. */
export function RowFrame({ row, frame, labelledBy, className, isExpanded, marks, children }: Props) {
  const { depth, position, size, key } = row
  return (
    <div
      role="treeitem"
      aria-labelledby={labelledBy}
      aria-level={levelOf(row)}
      aria-posinset={position}
      aria-setsize={size}
      aria-expanded={isExpanded}
      aria-selected={frame.isHere}
      tabIndex={frame.isHere ? 0 : -1}
      className={className}
      data-row={key}
      style={{ '--depth': depth, '--drop': frame.drop ?? 0 } as CSSProperties}
      data-drop={frame.drop === undefined ? undefined : true}
      {...marks}
      onFocus={frame.onFocus}
    >
      {Array.from({ length: depth }, (_, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rails are identified by their level.
        <span key={level} className={classes.rail} style={{ '--level': level } as CSSProperties} aria-hidden />
      ))}
      {children}
    </div>
  )
}
