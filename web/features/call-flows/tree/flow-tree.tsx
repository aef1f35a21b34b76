import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlowProblem } from '#contract/calls/flows/flow-problems.ts'
import type { FlowContent } from '#contract/calls/flows/flow-shapes.ts'
import type { FlowNames } from '../sentences/flow-sentences.ts'
import { BranchItem } from './branch-item.tsx'
import { rowsOf } from './flow-rows.ts'
import classes from './flow-tree.module.css'
import { MissingEnd } from './missing-end.tsx'
import { StepItem } from './step-item.tsx'
import type { FlowEdits } from './use-flow-edits.ts'
import { useStepDrag } from './use-step-drag.ts'
import { useTreeKeys } from './use-tree-keys.ts'

type Props = {
  flowId: string
  content: FlowContent
  problems: readonly FlowProblem[]
  names: FlowNames
  edits: FlowEdits
  /** Ids of the steps that the simulated call passes. */
  lit: ReadonlySet<string>
  /** The row of the blacklist. */
  children: ReactNode
}

/** The steps of a flow as an indented list of sentences. */
export function FlowTree({ flowId, content, problems, names, edits, lit, children }: Props) {
  const { t } = useTranslation('call-flows')
  const { steps, settings } = content
  const rows = rowsOf({ steps, problems, closed: edits.closed })
  const [openToken, setOpenToken] = useState<{ id: string; field: string } | null>(null)
  const keys = useTreeKeys({ rows, edits, onEdit: (id, field) => setOpenToken({ id, field }) })
  const drag = useStepDrag({ rows, steps, edits })
  const here = rows.some(({ key }) => key === keys.here) ? keys.here : rows[0]?.key
  return (
    <>
      <ul className={classes.before}>{children}</ul>
      <div
        ref={edits.tree}
        role="tree"
        tabIndex={-1}
        aria-label={t('steps')}
        className={classes.tree}
        onKeyDown={keys.onKeyDown}
      >
        {rows.map((row, at) => {
          const frame = {
            isHere: row.key === here,
            onFocus: () => keys.onFocusRow(row.key),
            drop: drag.dropAt(at),
          }
          if (row.kind === 'branch') return <BranchItem key={row.key} {...{ row, steps, edits, flowId, frame }} />
          if (row.kind === 'missing') return <MissingEnd key={row.key} {...{ row, steps, edits, flowId, frame }} />
          return (
            <StepItem
              key={row.key}
              {...{ row, steps, settings, flowId, names, edits, frame }}
              isLit={lit.has(row.step.id)}
              isDragged={drag.draggedId === row.step.id}
              openField={openToken?.id === row.step.id ? openToken.field : null}
              onOpen={(field) => setOpenToken(field === null ? null : { id: row.step.id, field })}
              onGrab={(event) => drag.start(event, row.step)}
            />
          )
        })}
      </div>
      <VisuallyHidden role="status">{edits.said}</VisuallyHidden>
    </>
  )
}
