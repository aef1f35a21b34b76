import { SCREENED_STATUS } from '#contract/calls/call-statuses.ts'
import type { Simulation } from '#contract/calls/flows/call-flows.ts'
import { FLOW_JUMPS_MAX, type FlowContent, type FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { branchOfKey, firstIn, otherwiseOf, stepAfter } from '#contract/calls/flows/flow-tree.ts'
import { phonesToRing, reachableOf, stepsOf } from '../../call-flows/engine/ring-legs.rules.ts'
import { refusalOf } from '../../call-flows/engine/route-call.rules.ts'
import { type Met, NOTHING_MET, type PathStep, type Stop, walk } from '../../call-flows/engine/walk.rules.ts'
import type { PlannedLeg, RouteFacts, Texts } from '../../numbers/routing.rules.ts'

export type Passed = { flowId: string; stepId: string; branch: string | null; rings: PlannedLeg[][] | null }
export type SimulatedCall = {
  refused: Simulation['refused']
  steps: Passed[]
  met: Met
  ending: Simulation['ending']
}
type Given = {
  flowId: string
  facts: RouteFacts
  now: Date
  texts: Texts
  /** Pressed in the menus, one in each; without one none is pressed. */
  keys: readonly string[]
  /** The published content of another flow, with what routing knows of its steps. */
  openFlow: (id: string) => Promise<{ content: FlowContent; facts: RouteFacts } | undefined>
}

/** Walks a flow as a call does, if no phone answers. */
export async function simulateCall(
  content: FlowContent,
  { flowId, facts, now, texts, keys, openFlow }: Given,
): Promise<SimulatedCall> {
  const refused = refusalOf(facts, now)
  const call: SimulatedCall = { refused: null, steps: [], met: NOTHING_MET, ending: 'rejected' }
  if (refused) return { ...call, refused: refused === 'not_active' ? 'not_active' : 'blacklisted' }
  let at = { flowId, content, facts }
  let from: FlowStep | undefined = content.steps[0]
  const pressed = [...keys]
  for (let jumps = 0; ; ) {
    const context = { facts: at.facts, now, texts, random: () => 0 }
    const { path, met, end } = walk({ content: at.content, from, met: call.met }, context)
    call.met = met
    call.steps.push(...path.map((step) => passedOf(at.flowId, step)))
    if ('closing' in end) return { ...call, ending: end.closing.kind === 'reject' ? 'rejected' : end.closing.kind }
    const { stop } = end
    if (stop.kind === 'flow') {
      call.steps.push({ flowId: at.flowId, stepId: stop.id, branch: null, rings: null })
      const other = jumps++ < FLOW_JUMPS_MAX ? await openFlow(stop.flowId) : undefined
      if (!other) return { ...call, ending: 'message' }
      at = { flowId: stop.flowId, ...other }
      from = other.content.steps[0]
      continue
    }
    const passed = passStop(stop, { at, met, key: stop.kind === 'menu' ? pressed.shift() : undefined })
    call.met = passed.met
    call.steps.push({ flowId: at.flowId, stepId: stop.id, ...passed.step })
    from = passed.next
  }
}

const passedOf = (flowId: string, { id, branch, rings }: PathStep): Passed => ({
  ...{ flowId, stepId: id, branch: branch ?? null },
  rings: rings ? rings.map(({ legs }) => legs) : null,
})

type AtStop = { at: { content: FlowContent; facts: RouteFacts }; met: Met; key: string | undefined }
/** A menu, waiting, or a ring step whose order depends on who is idle. */
export function passStop(stop: Exclude<Stop, { kind: 'flow' }>, { at: { content, facts }, met, key }: AtStop) {
  if (stop.kind === 'menu') {
    const branch = (key === undefined ? undefined : branchOfKey(stop, key)) ?? otherwiseOf(stop)
    const next = firstIn(content.steps, { id: stop.id, branch })
    return { step: { branch, rings: null }, met: { ...met, isHeard: true }, next }
  }
  const reachable = reachableOf(stop.ring, facts)
  const phones = stop.kind === 'wait' ? reachable.present : phonesToRing(reachable)
  const order = stop.ring.order === 'together' ? 'together' : 'in_order'
  const groups = stepsOf({ ...stop.ring, order }, phones, { knownBy: facts.knownBy, random: () => 0 })
  return {
    step: { branch: null, rings: groups.map(({ legs }) => legs) },
    met: {
      ...met,
      wasRingMet: met.wasRingMet || stop.kind === 'ring' || phones.length > 0,
      isRung: met.isRung || phones.length > 0,
      isOutOfTime: met.isOutOfTime || reachable.isOffShift,
    },
    next: stepAfter(content.steps, stop),
  }
}

/** The status of the call, if no phone answers. */
export function statusOf({ refused, met }: SimulatedCall): Simulation['status'] {
  if (refused === 'blacklisted') return SCREENED_STATUS
  if (refused) return 'Not Active'
  return met.isOutOfTime ? 'Out of Time' : 'Not Answered'
}
