import type { Step } from '#contract/leads/automations/automation-shapes.ts'
import { stepsIn } from '#contract/leads/automations/automation-shapes.ts'

/** A list of steps: the top one, or a side of a branch. */
export type ListOf = { parent: string | null; side: 'yes' | 'no' }
export type StepRow =
  | { kind: 'step'; key: string; depth: number; step: Step; list: ListOf; at: number; isLast: boolean }
  | { kind: 'side'; key: string; depth: number; list: ListOf }
  | { kind: 'add'; key: string; depth: number; list: ListOf; level: number }

export const TOP: ListOf = { parent: null, side: 'yes' }

/** The steps as rows, with a row at the end of each list at which a step is added. */
export function rowsOf(steps: readonly Step[], list: ListOf = TOP, depth = 0): StepRow[] {
  const rows = steps.flatMap((step, at): StepRow[] => {
    const row = { kind: 'step', key: step.id, depth, step, list, at, isLast: at === steps.length - 1 } as const
    if (step.kind !== 'branch') return [row]
    const side = (of: 'yes' | 'no'): StepRow[] => {
      const inside = { parent: step.id, side: of }
      return [
        { kind: 'side', key: `${step.id} ${of}`, depth: depth + 1, list: inside },
        ...rowsOf(step[of], inside, depth + 1),
      ]
    }
    return [row, ...side('yes'), ...side('no')]
  })
  return [...rows, { kind: 'add', key: `${list.parent ?? 'top'} ${list.side} end`, depth, list, level: depth + 1 }]
}

function inList(steps: readonly Step[], list: ListOf, act: (steps: readonly Step[]) => Step[]): Step[] {
  if (list.parent === null) return act(steps)
  return steps.map((step) => {
    if (step.kind !== 'branch') return step
    if (step.id === list.parent) return { ...step, [list.side]: act(step[list.side]) }
    return { ...step, yes: inList(step.yes, list, act), no: inList(step.no, list, act) }
  })
}

export const addStep = (steps: readonly Step[], list: ListOf, step: Step) =>
  inList(steps, list, (inside) => [...inside, step])
export const changeStep = (steps: readonly Step[], list: ListOf, step: Step) =>
  inList(steps, list, (inside) => inside.map((one) => (one.id === step.id ? step : one)))
export const removeStep = (steps: readonly Step[], list: ListOf, id: string) =>
  inList(steps, list, (inside) => inside.filter((one) => one.id !== id))

/** One place up or down within its list. */
export const moveStep = (steps: readonly Step[], list: ListOf, { id, by }: { id: string; by: -1 | 1 }) =>
  inList(steps, list, (inside) => {
    const at = inside.findIndex((one) => one.id === id)
    const step = inside[at]
    return step ? inside.toSpliced(at, 1).toSpliced(at + by, 0, step) : [...inside]
  })

/** An id that no step of the automation has. */
export function freeId(steps: readonly Step[]): string {
  const taken = new Set(stepsIn(steps).map(({ id }) => id))
  for (let n = taken.size + 1; ; n += 1) if (!taken.has(`s${n}`)) return `s${n}`
}

/** A copy below the step, its own steps copied with it. */
export function copyStep(steps: readonly Step[], list: ListOf, step: Step): Step[] {
  let all = [...steps]
  const withNewIds = (one: Step): Step => {
    const id = freeId(all)
    const copy: Step = { ...one, id }
    all = [...all, copy]
    return copy.kind === 'branch' ? { ...copy, yes: copy.yes.map(withNewIds), no: copy.no.map(withNewIds) } : copy
  }
  const copy = withNewIds(step)
  return inList(steps, list, (inside) => inside.toSpliced(inside.findIndex((one) => one.id === step.id) + 1, 0, copy))
}
