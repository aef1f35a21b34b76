import type { FlowProblem } from '#contract/calls/flows/flow-problems.ts'
import type { FlowBranch, FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { branchesOf, stepsIn } from '#contract/calls/flows/flow-tree.ts'

/** Rows as they are read: steps, the heads of branches, and ends that are missing. */
type At = {
  /** Unique among the rows. */
  key: string
  /** How far the row is indented. */
  depth: number
  /** Its place among the rows that belong to the same one. */
  position: number
  size: number
}
export type StepRow = At & { kind: 'step'; step: FlowStep; number: number; problems: readonly FlowProblem[] }
export type BranchRow = At & { kind: 'branch'; owner: FlowStep; branch: FlowBranch; isOpen: boolean; steps: number }
/** The branch, or the top level (null), does not end. */
export type MissingEndRow = At & { kind: 'missing'; parent: FlowStep['parent'] }
export type FlowRow = StepRow | BranchRow | MissingEndRow

type Options = { steps: readonly FlowStep[]; problems: readonly FlowProblem[]; closed: ReadonlySet<string> }

/** The blacklist is the first row, so steps are numbered from this. */
const FIRST_NUMBER = 2

/** The number of a step; steps stand in reading order. */
export const numberOf = (steps: readonly FlowStep[], id: string) =>
  steps.findIndex((step) => step.id === id) + FIRST_NUMBER

export const keyOfBranch = ({ id, branch }: NonNullable<FlowStep['parent']>) => `${id} ${branch}`

/** The rows of a flow. Steps of closed branches are numbered, but have no row. */
export function rowsOf({ steps, problems, closed }: Options): FlowRow[] {
  const rows: FlowRow[] = []
  let number = FIRST_NUMBER - 1
  const walk = (parent: FlowStep['parent'], depth: number, isShown: boolean) => {
    const own = stepsIn(steps, parent)
    const isEndless = problems.some((one) => one.kind === 'no_end' && isAtPlace(one, parent))
    const size = own.length + (isEndless ? 1 : 0)
    for (const [index, step] of own.entries()) {
      number += 1
      const ofStep = problems.filter(({ kind, stepId }) => kind !== 'no_end' && stepId === step.id)
      const at = { key: step.id, depth, position: index + 1, size }
      if (isShown) rows.push({ ...at, kind: 'step', step, number, problems: ofStep })
      walkBranches(step, depth + 1, isShown)
    }
    if (isEndless && isShown)
      rows.push({ kind: 'missing', key: `end of ${keyOfPlace(parent)}`, depth, position: size, size, parent })
  }
  const walkBranches = (owner: FlowStep, depth: number, isShown: boolean) => {
    const branches = branchesOf(owner)
    for (const [index, branch] of branches.entries()) {
      const parent = { id: owner.id, branch }
      const key = keyOfBranch(parent)
      const isOpen = !closed.has(key)
      const count = stepsIn(steps, parent).length
      const at = { key, depth, position: index + 1, size: branches.length }
      if (isShown) rows.push({ ...at, kind: 'branch', owner, branch, isOpen, steps: count })
      walk(parent, depth, isShown && isOpen)
    }
  }
  walk(null, 0, true)
  return rows
}

const keyOfPlace = (parent: FlowStep['parent']) => (parent ? keyOfBranch(parent) : 'top')
const isAtPlace = ({ stepId, branch }: FlowProblem, parent: FlowStep['parent']) =>
  stepId === (parent?.id ?? null) && branch === (parent?.branch ?? null)

/** Level in the tree: that of a branch lies between those of its step and of its own steps. */
export const levelOf = ({ kind, depth }: FlowRow) => (kind === 'branch' ? depth * 2 : depth * 2 + 1)

/** The branches that contain a row of the step. */
export function branchesAround(steps: readonly FlowStep[], id: string | null): string[] {
  const parent = steps.find((step) => step.id === id)?.parent
  return parent ? [...branchesAround(steps, parent.id), keyOfBranch(parent)] : []
}
