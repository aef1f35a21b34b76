import type { FlowBranch, FlowContent, FlowStep } from './flow-shapes.ts'
import { branchesOf, isEnd, stepsIn } from './flow-tree.ts'

/**
 * Why a flow cannot be published. `no_end`: a call that takes the branch (of the top level: null) reaches no end.
 * `no_phones`: the step rings no phone. `after_end`: no call reaches the step. `no_such_flow` and `leads_back`: the flow
 * to which a step leads is not published, or leads back to this one. `no_such_sound`: it was deleted.
 */
export const flowProblems = ['no_end', 'no_phones', 'after_end', 'no_such_flow', 'leads_back', 'no_such_sound'] as const
export type FlowProblemKind = (typeof flowProblems)[number]
export type FlowProblem = { kind: FlowProblemKind; stepId: string | null; branch: FlowBranch | null }

/** Problems that the flow shows by itself; the server adds those of other flows and of sounds. */
export function problemsOf({ steps }: FlowContent): FlowProblem[] {
  const own = steps.flatMap((step): FlowProblem[] => {
    const whom = (step.kind === 'ring' || step.kind === 'wait') && step.ring.whom
    const isEmpty = whom && whom.by === 'list' && !whom.targets.length
    return isEmpty ? [{ kind: 'no_phones', stepId: step.id, branch: null }] : []
  })
  return [...own, ...problemsIn(steps, { parent: null, goesOn: false })]
}

type Steps = readonly FlowStep[]
type Branch = { parent: FlowStep['parent']; goesOn: boolean }

/** `goesOn`: whether steps follow the branch, so that it need not end by itself. */
function problemsIn(steps: Steps, { parent, goesOn }: Branch): FlowProblem[] {
  const own = stepsIn(steps, parent)
  const end = own.findIndex((step) => endsAlways(steps, step))
  const unreachable = end === -1 ? [] : own.slice(end + 1)
  const isOpenEnded = end === -1 && !goesOn
  const last = own.at(-1)
  // A branching step at the end names those of its branches that do not end.
  const isToldByBranches = last !== undefined && branchesOf(last).length > 0
  return [
    ...unreachable.map(({ id }): FlowProblem => ({ kind: 'after_end', stepId: id, branch: null })),
    ...(isOpenEnded && !isToldByBranches
      ? [{ kind: 'no_end' as const, stepId: parent?.id ?? null, branch: parent?.branch ?? null }]
      : []),
    ...own.flatMap((step, i) =>
      branchesOf(step).flatMap((branch) =>
        problemsIn(steps, { parent: { id: step.id, branch }, goesOn: goesOn || i < own.length - 1 }),
      ),
    ),
  ]
}

/** Whether no call goes on after the step. */
function endsAlways(steps: Steps, step: FlowStep): boolean {
  if (isEnd(step)) return true
  const branches = branchesOf(step)
  return (
    branches.length > 0 &&
    branches.every((branch) => stepsIn(steps, { id: step.id, branch }).some((one) => endsAlways(steps, one)))
  )
}
