import type { FlowBranch, FlowStep, FlowStepOf } from './flow-shapes.ts'

/** Branches within branches. */
export const FLOW_DEPTH_MAX = 4

type Steps = readonly FlowStep[]

/** The branches of a step in reading order. */
export function branchesOf(step: FlowStep): FlowBranch[] {
  if (step.kind === 'open') return ['open', 'closed']
  if (step.kind !== 'menu') return []
  return [...step.keys.map(({ key }) => key), ...(step.otherwiseAs === null ? (['otherwise'] as const) : [])]
}

/** The steps of a branch, or of the top level (null). */
export const stepsIn = (steps: Steps, parent: FlowStep['parent']): FlowStep[] =>
  steps.filter((step) => step.parent?.id === parent?.id && step.parent?.branch === parent?.branch)

/** The step with which a branch begins; of an empty branch the step that follows. */
export const firstIn = (steps: Steps, parent: NonNullable<FlowStep['parent']>): FlowStep | undefined => {
  const owner = steps.find(({ id }) => id === parent.id)
  return stepsIn(steps, parent)[0] ?? (owner && stepAfter(steps, owner))
}

/** The step at which a call goes on after this one: the next of its branch, else the one after the branching step. */
export function stepAfter(steps: Steps, step: FlowStep): FlowStep | undefined {
  const siblings = stepsIn(steps, step.parent)
  const next = siblings[siblings.indexOf(step) + 1]
  if (next || step.parent === null) return next
  const owner = steps.find(({ id }) => id === step.parent?.id)
  return owner && stepAfter(steps, owner)
}

/** The branch that a key takes; undefined: none, the menu is repeated. */
export const branchOfKey = ({ keys }: FlowStepOf<'menu'>, key: string): FlowBranch | undefined =>
  keys.find((one) => one.key === key)?.key

/** The branch without a known key. */
export const otherwiseOf = ({ otherwiseAs }: FlowStepOf<'menu'>): FlowBranch => otherwiseAs ?? 'otherwise'

export const isEnd = ({ kind }: FlowStep) =>
  kind === 'voicemail' || kind === 'forward' || kind === 'message' || kind === 'hangup' || kind === 'flow'

/** How deep a step stands; 0: in the top level. */
export function depthOf(steps: Steps, { parent }: FlowStep): number {
  const owner = parent && steps.find(({ id }) => id === parent.id)
  return owner ? depthOf(steps, owner) + 1 : 0
}

/** Whether the steps form a tree in reading order: parents come first, have the branch, and no id is used twice. */
export function isTree(steps: Steps): boolean {
  const seen = new Map<string, FlowStep>()
  for (const step of steps) {
    const owner = step.parent && seen.get(step.parent.id)
    if (seen.has(step.id) || (step.parent && (!owner || !branchesOf(owner).includes(step.parent.branch)))) return false
    seen.set(step.id, step)
    if (depthOf([...seen.values()], step) > FLOW_DEPTH_MAX) return false
  }
  return true
}
