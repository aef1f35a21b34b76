import {
  AutoScroller,
  Cursor,
  Feedback,
  PointerActivationConstraints,
  PreventSelection,
  StyleInjector,
} from '@dnd-kit/dom'
import { DragDropProvider, DragOverlay, PointerSensor } from '@dnd-kit/react'
import { Box, VisuallyHidden } from '@mantine/core'
import { type Ref, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads/leads.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { styleNonce } from '../../../lib/style-nonce.ts'
import { LeadName, useNameOfLead } from '../fields/lead-name.tsx'
import type { LeadActions } from '../list/use-lead-actions.ts'
import card from './board-card.module.css'
import { type CardActions, CardFields } from './board-card.tsx'
import { BoardColumn, type ColumnProps } from './board-column.tsx'
import { BoardTabs } from './board-tabs.tsx'
import classes from './lead-board.module.css'
import { MoveSheet } from './move-sheet.tsx'
import { useActiveColumn } from './use-active-column.ts'
import type { ShownColumn } from './use-board-columns.ts'
import type { BoardMoves } from './use-board-moves.ts'
import { useKeyMove } from './use-key-move.ts'

type Props = Pick<ColumnProps, 'choice' | 'fields' | 'ownFields' | 'isNarrow' | 'selection' | 'onFold'> & {
  columns: readonly ShownColumn[]
  actions: LeadActions
  moves: BoardMoves
  isStale: boolean
  boardRef: Ref<HTMLElement>
}

/** Elements on a card from which it cannot be dragged. */
const NOT_THE_CARD = 'button, input, label, [role="menu"], a:not([data-lead-link])'
const LONG_PRESS = new PointerActivationConstraints.Delay({ value: 300, tolerance: 8 })
const SHORT_WAY = new PointerActivationConstraints.Distance({ value: 5 })
const sensors = [
  PointerSensor.configure({
    activationConstraints: ({ pointerType }) => [pointerType === 'touch' ? LONG_PRESS : SHORT_WAY],
    preventActivation: ({ target }) => target instanceof Element && target.closest(NOT_THE_CARD) !== null,
  }),
]
/** Columns scroll under a dragged card, the page does not: a card is dropped anywhere in a column. */
const plugins = [
  AutoScroller.configure({ threshold: { x: 0.15, y: 0 } }),
  Cursor,
  Feedback,
  PreventSelection,
  StyleInjector.configure({ nonce: styleNonce }),
]

/** The columns with their cards. A card moves by mouse, a long press, keys, or the list of columns. */
export function LeadBoard(props: Props) {
  const { columns: given, choice, actions, moves, isNarrow, isStale, boardRef } = props
  const { t } = useTranslation('leads')
  const nameOfLead = useNameOfLead()
  const [dragged, setDragged] = useState<Lead>()
  const sheet = useModal('move-lead')
  const [toMove, setToMove] = useState<Lead>()
  const [picked, pick] = useState<ShownColumn>()
  // Moves the lead once the sheet has left the history, because the new status may open a modal for a detail.
  useEffect(() => {
    if (sheet.opened || !toMove || !picked) return
    pick(undefined)
    moves.move(toMove, picked)
  }, [sheet.opened, toMove, picked, moves])
  // While a card is dragged, the other cards stay where they are; the drop shows the changes that arrived meanwhile.
  const frozen = useRef(given)
  if (!dragged) frozen.current = given
  const columns = frozen.current
  const scroller = useRef<HTMLDivElement>(null)
  const direction = document.documentElement.dir === 'ltr' ? 'ltr' : 'rtl'
  const active = useActiveColumn(scroller, { columns, choice, isNarrow })

  const targetsOf = (lead: Lead) => columns.filter((column) => moves.takes(column, lead))
  const keys = useKeyMove({ columns, targetsOf, move: moves.move, board: scroller, direction })
  const latest = useRef({ targetsOf, keys, moves, sheet })
  latest.current = { targetsOf, keys, moves, sheet }
  const cards: CardActions = useMemo(
    () => ({
      lead: actions,
      targetsOf: (lead) => latest.current.targetsOf(lead),
      canMove: moves.canMove,
      move: (lead, column) => latest.current.moves.move(lead, column),
      openMoveSheet: (lead) => {
        setToMove(lead)
        latest.current.sheet.open()
      },
      onHandleKey: (event, lead) => latest.current.keys.onKey(event, lead),
    }),
    [actions, moves.canMove],
  )

  // dnd-kit takes scrollLeft for 0 to the maximum; in a right-to-left scroller it is negative, and dragging to an edge
  // would not scroll. So the scroller is left-to-right and its content has the direction of the page. When columns are
  // added, removed or put in another order, as by statuses that arrive after the leads, it returns to the first column.
  const order = columns.map(({ key }) => key).join()
  const toStart = useEffectEvent(() => {
    if (isNarrow && active.key) active.goTo(active.key)
    else if (direction === 'rtl' && scroller.current) scroller.current.scrollLeft = scroller.current.scrollWidth
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the columns are others, or in another order.
  useLayoutEffect(() => toStart(), [direction, order, isNarrow])

  const held = dragged ?? keys.held
  return (
    <DragDropProvider
      sensors={sensors}
      plugins={plugins}
      onDragStart={({ operation: { source } }) => setDragged(leadIn(source?.data))}
      onDragEnd={({ operation: { source, target }, canceled }) => {
        setDragged(undefined)
        const lead = leadIn(source?.data)
        const column = columns.find(({ key }) => key === target?.id)
        if (!canceled && lead && column) moves.move(lead, column)
      }}
    >
      {isNarrow && <BoardTabs columns={columns} activeKey={active.key} onChoose={active.show} />}
      <Box
        ref={scroller}
        className={classes.scroller}
        mod={{ dragging: dragged !== undefined, stale: isStale }}
        dir="ltr"
        onScroll={active.onScroll}
        onContextMenu={(event) => dragged && event.preventDefault()}
      >
        <Box ref={boardRef as Ref<HTMLDivElement>} className={classes.columns} dir={direction}>
          {columns.map((column) => (
            <BoardColumn
              key={column.key}
              {...{ column, choice, isNarrow, held }}
              fields={props.fields}
              ownFields={props.ownFields}
              actions={cards}
              selection={props.selection}
              overKey={keys.overKey}
              onFold={props.onFold}
            />
          ))}
        </Box>
      </Box>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className={`${card.card} ${card.lifted}`} dir={direction}>
            <div className={card.line}>
              <LeadName lead={dragged} orPhone />
            </div>
            <CardFields lead={dragged} fields={props.fields} ownFields={props.ownFields} actions={actions} />
          </div>
        )}
      </DragOverlay>
      <VisuallyHidden role="status">{keys.said}</VisuallyHidden>
      {isNarrow && toMove && sheet.opened && (
        <MoveSheet
          title={t('board.moveLead', { name: nameOfLead(toMove) })}
          columns={targetsOf(toMove)}
          onClose={sheet.close}
          onPick={(column) => {
            pick(column)
            sheet.close()
          }}
        />
      )}
    </DragDropProvider>
  )
}

/** The lead of a dragged card. */
const leadIn = (data: unknown) => (data as { lead?: Lead } | undefined)?.lead
