import { FLOW_STEPS_MAX, type FlowBranch, type FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { branchesOf, depthOf, FLOW_DEPTH_MAX, stepsIn } from '#contract/calls/flows/flow-tree.ts'

/** Changes of the list of steps. Each returns a new list in reading order; null: it is not possible. */
type Steps = readonly FlowStep[]
export type Place = { parent: FlowStep['parent']; index: number }
export const moves = ['up', 'down', 'in', 'out'] as const
export type Move = (typeof moves)[number]

/** Each after its parent and after the steps before it. */
export function inReadingOrder(steps: Steps, parent: FlowStep['parent'] = null): FlowStep[] {
  return stepsIn(steps, parent).flatMap((step) => [
    step,
    ...branchesOf(step).flatMap((branch) => inReadingOrder(steps, { id: step.id, branch })),
  ])
}

/** A step with the steps in its branches. */
export const withBranches = (steps: Steps, step: FlowStep): FlowStep[] => [
  step,
  ...branchesOf(step).flatMap((branch) => inReadingOrder(steps, { id: step.id, branch })),
]

export function placeOf(steps: Steps, step: FlowStep): Place {
  return { parent: step.parent, index: stepsIn(steps, step.parent).findIndex(({ id }) => id === step.id) }
}

const isDrawable = (steps: Steps) =>
  steps.length <= FLOW_STEPS_MAX && steps.every((step) => depthOf(steps, step) <= FLOW_DEPTH_MAX)

/** Inserts a step, with those in its branches behind it. */
export function insert(steps: Steps, [step, ...below]: readonly FlowStep[], { parent, index }: Place) {
  if (!step) return null
  const siblings = stepsIn(steps, parent)
  const before = siblings[index]
  const placed = { ...step, parent }
  const at = before ? steps.findIndex(({ id }) => id === before.id) : steps.length
  const all = inReadingOrder([...steps.slice(0, at), placed, ...below, ...steps.slice(at)])
  return isDrawable(all) ? all : null
}

/** Without a step and the steps in its branches. */
export function remove(steps: Steps, step: FlowStep): FlowStep[] {
  const gone = new Set(withBranches(steps, step).map(({ id }) => id))
  return steps.filter(({ id }) => !gone.has(id))
}

/** Without the steps of a branch. */
export const emptyBranch = (steps: Steps, parent: NonNullable<FlowStep['parent']>): FlowStep[] =>
  stepsIn(steps, parent).reduce<FlowStep[]>((left, step) => remove(left, step), [...steps])

/** The steps of a branch in another branch of the same step. */
export const renameBranch = (steps: Steps, id: string, [from, to]: [FlowBranch, FlowBranch]): FlowStep[] =>
  steps.map((step) =>
    step.parent?.id === id && step.parent.branch === from ? { ...step, parent: { id, branch: to } } : step,
  )

/** `place`: among the steps without the one that moves. */
export function moveTo(steps: Steps, step: FlowStep, place: Place): FlowStep[] | null {
  const own = withBranches(steps, step)
  if (own.some(({ id }) => id === place.parent?.id)) return null
  const moved = insert(remove(steps, step), own, place)
  const isSame = moved?.every(({ id, parent }, at) => id === steps[at]?.id && isSameParent(parent, steps[at].parent))
  return isSame ? null : moved
}

const isSameParent = (a: FlowStep['parent'], b: FlowStep['parent']) => a?.id === b?.id && a?.branch === b?.branch

/** One place up or down, into the branch before the step, or out of its branch. */
export function moved(steps: Steps, step: FlowStep, move: Move): FlowStep[] | null {
  const place = targetOf(steps, step, move)
  return place && moveTo(steps, step, place)
}

function targetOf(steps: Steps, step: FlowStep, move: Move): Place | null {
  const { parent, index } = placeOf(steps, step)
  const siblings = stepsIn(steps, parent)
  const next = siblings[move === 'down' ? index + 1 : index - 1]
  if (move === 'in') {
    const branch = next && branchesOf(next).at(-1)
    return next && branch ? endOf(steps, { id: next.id, branch }) : null
  }
  if (move !== 'out' && next) return { parent, index: move === 'down' ? index + 1 : index - 1 }
  return outOf(steps, step, move)
}

/** From the end of a branch into the one beside it, or out of the branching step. */
function outOf(steps: Steps, { parent }: FlowStep, move: Exclude<Move, 'in'>): Place | null {
  const owner = parent && steps.find(({ id }) => id === parent.id)
  if (!owner) return null
  const place = placeOf(steps, owner)
  const after = { ...place, index: place.index + 1 }
  if (move === 'out') return after
  const branches = branchesOf(owner)
  const branch = branches[branches.indexOf(parent.branch) + (move === 'down' ? 1 : -1)]
  if (!branch) return move === 'down' ? after : place
  return move === 'down' ? { parent: { id: owner.id, branch }, index: 0 } : endOf(steps, { id: owner.id, branch })
}

const endOf = (steps: Steps, parent: FlowStep['parent']): Place => ({ parent, index: stepsIn(steps, parent).length })

/** The places between a row and the next one, the innermost first: after a step, and after those that it is the last of. */
export function placesAfter(steps: Steps, step: FlowStep): Place[] {
  const { parent, index } = placeOf(steps, step)
  const here = { parent, index: index + 1 }
  const owner = steps.find(({ id }) => id === parent?.id)
  const isLast = index === stepsIn(steps, parent).length - 1 && branchesOf(owner ?? step).at(-1) === parent?.branch
  return owner && isLast ? [here, ...placesAfter(steps, owner)] : [here]
}
