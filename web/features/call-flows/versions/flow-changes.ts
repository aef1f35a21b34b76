import type { FlowContent, FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { stepsIn } from '#contract/calls/flows/flow-tree.ts'
import { type FlowNames, settingTexts, stepText } from '../sentences/flow-sentences.ts'

/** A difference between two contents, in words. */
export type FlowChange = { key: string } & (
  | { kind: 'added' | 'removed' | 'moved'; text: string; step: FlowStep }
  | { kind: 'changed'; before: string; text: string; step: FlowStep }
  | { kind: 'setting'; before: string; text: string }
)

/** What is different in `after`, in the order in which it is read; removed steps last. */
export function changesBetween(before: FlowContent, after: FlowContent, names: FlowNames): FlowChange[] {
  const text = (step: FlowStep) => stepText(step, names)
  const old = new Map(before.steps.map((step) => [step.id, step]))
  const kept = new Set(after.steps.map(({ id }) => id))
  const stayed = stayedIn(before.steps, after.steps)
  const ofSteps = after.steps.flatMap((step): FlowChange[] => {
    const was = old.get(step.id)
    if (!was) return [{ kind: 'added', key: step.id, text: text(step), step }]
    const changed: FlowChange[] = isSameStep(was, step)
      ? []
      : [{ kind: 'changed', key: step.id, before: text(was), text: text(step), step }]
    const moved: FlowChange[] = stayed.has(step.id)
      ? []
      : [{ kind: 'moved', key: `${step.id} moved`, text: text(step), step }]
    return [...changed, ...moved]
  })
  const removed = before.steps
    .filter(({ id }) => !kept.has(id))
    .map((step): FlowChange => ({ kind: 'removed', key: step.id, text: text(step), step }))
  return [...settingChanges(before, after, names), ...ofSteps, ...removed]
}

function settingChanges(before: FlowContent, after: FlowContent, { t }: FlowNames): FlowChange[] {
  const was = settingTexts(before.settings, t)
  return settingTexts(after.settings, t).flatMap((text, at): FlowChange[] =>
    text === was[at] ? [] : [{ kind: 'setting', key: `setting ${at}`, before: was[at] ?? '', text }],
  )
}

/** Whether two steps do the same, wherever they stand. */
const isSameStep = (a: FlowStep, b: FlowStep) => contentOf(a) === contentOf(b)
const contentOf = (step: FlowStep) => JSON.stringify(sorted({ ...step, parent: null }))
/** The order of keys depends on who made the value. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** Ids of the steps that kept their branch and, as many as possible, their order in it. */
function stayedIn(before: readonly FlowStep[], after: readonly FlowStep[]): Set<string> {
  const places = new Map(after.map(({ parent }) => [`${parent?.id} ${parent?.branch}`, parent]))
  const stayed = [...places.values()].flatMap((parent) => {
    const was = stepsIn(before, parent).map(({ id }) => id)
    const common = stepsIn(after, parent)
      .map(({ id }) => id)
      .filter((id) => was.includes(id))
    return longestRising(common, (id) => was.indexOf(id))
  })
  return new Set(stayed)
}

/** The longest part of the list in which the ranks rise. */
function longestRising<T>(list: readonly T[], rankOf: (one: T) => number): T[] {
  const best: T[][] = []
  for (const [at, one] of list.entries()) {
    const before = list
      .slice(0, at)
      .map((other, i) => (rankOf(other) < rankOf(one) ? (best[i] ?? []) : []))
      .reduce((long, next) => (next.length > long.length ? next : long), [])
    best.push([...before, one])
  }
  return best.reduce((long, next) => (next.length > long.length ? next : long), [])
}
