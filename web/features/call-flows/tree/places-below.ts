import type { FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { branchesOf, stepsIn } from '#contract/calls/flows/flow-tree.ts'
import { type Place, placesAfter } from './flow-moves.ts'
import type { FlowRow } from './flow-rows.ts'

/** Where a step may be put behind a row, the innermost first. */
export function placesBelow(steps: readonly FlowStep[], row: FlowRow | undefined): Place[] {
  if (!row) return [{ parent: null, index: 0 }]
  if (row.kind === 'missing') return [{ parent: row.parent, index: stepsIn(steps, row.parent).length }]
  if (row.kind === 'step') {
    const [branch] = branchesOf(row.step)
    return branch ? [{ parent: { id: row.step.id, branch }, index: 0 }] : placesAfter(steps, row.step)
  }
  const { owner, branch, isOpen } = row
  const isLast = branchesOf(owner).at(-1) === branch
  const after = isLast && (!isOpen || row.steps === 0) ? placesAfter(steps, owner) : []
  return [...(isOpen ? [{ parent: { id: owner.id, branch }, index: 0 }] : []), ...after]
}
