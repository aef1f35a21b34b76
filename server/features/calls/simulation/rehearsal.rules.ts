import type { Rehearsal, rehearsalStates } from '#contract/calls/flows/call-flows.ts'
import { FLOW_JUMPS_MAX, type FlowContent, type FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { branchesOf, firstIn } from '#contract/calls/flows/flow-tree.ts'
import { refusalOf } from '../../call-flows/engine/route-call.rules.ts'
import { type Met, NOTHING_MET, walk } from '../../call-flows/engine/walk.rules.ts'
import type { RouteFacts, Texts } from '../../numbers/routing.rules.ts'
import { passStop } from './simulate.rules.ts'

type State = (typeof rehearsalStates)[number]

export type AtMoment = {
  content: FlowContent
  facts: RouteFacts
  now: Date
  texts: Texts
  /** The published content of another flow, with what routing knows of its steps at this moment. */
  openFlow: (id: string) => { content: FlowContent; facts: RouteFacts } | undefined
}
type Going = {
  content: FlowContent
  facts: RouteFacts
  from: FlowStep | undefined
  met: Met
  /** A step was passed that is to ring phones. */
  isToRing: boolean
  jumps: number
}

/** How calls are received at a moment, whatever keys callers press. */
export function receptionAt({ content, facts, ...moment }: AtMoment): State {
  if (refusalOf(facts, moment.now)) return 'closed'
  const at = { ...moment, passed: new Map<FlowContent, Set<string>>() }
  const start = { content, facts, from: content.steps[0], met: NOTHING_MET, isToRing: false, jumps: 0 }
  const states = receptionsOf(start, at)
  return states.includes('hole') ? 'hole' : states.includes('answered') ? 'answered' : 'closed'
}

/** `passed`: what was walked before, so that menus in a row are not walked once for each combination of keys. */
type At = Omit<AtMoment, 'content' | 'facts'> & { passed: Map<FlowContent, Set<string>> }

function receptionsOf(going: Going, at: At): State[] {
  const { content, facts, from, jumps } = going
  if (isPassed(going, at)) return []
  const { path, met, end } = walk(
    { content, from, met: going.met },
    { facts, now: at.now, texts: at.texts, random: () => 0 },
  )
  const isToRing = going.isToRing || path.some(({ rings }) => rings !== undefined)
  if ('closing' in end) return [isToRing ? (met.isRung ? 'answered' : 'hole') : 'closed']
  const { stop } = end
  if (stop.kind === 'flow') {
    const other = jumps < FLOW_JUMPS_MAX ? at.openFlow(stop.flowId) : undefined
    const next = other && { ...other, from: other.content.steps[0], met, isToRing, jumps: jumps + 1 }
    return next ? receptionsOf(next, at) : [isToRing && met.isRung ? 'answered' : 'hole']
  }
  if (stop.kind === 'menu')
    return branchesOf(stop).flatMap((branch) =>
      receptionsOf({ ...going, from: firstIn(content.steps, { id: stop.id, branch }), met, isToRing }, at),
    )
  const passed = passStop(stop, { at: { content, facts }, met, key: undefined })
  return receptionsOf({ ...going, from: passed.next, met: passed.met, isToRing: true }, at)
}

function isPassed({ content, from, met, isToRing, jumps }: Going, { passed }: At): boolean {
  const known = passed.get(content) ?? new Set()
  passed.set(content, known)
  const key = JSON.stringify([from?.id ?? null, met, isToRing, jumps])
  if (known.has(key)) return true
  known.add(key)
  return false
}

/** Spans of the same state, from moments and the states that begin with them. */
export function spansOf(moments: readonly { at: string; state: State }[], until: string): Rehearsal['spans'] {
  const spans: Rehearsal['spans'] = []
  for (const { at, state } of moments) {
    const last = spans.at(-1)
    if (last?.state === state) continue
    if (last) last.to = at
    spans.push({ from: at, to: until, state })
  }
  return spans
}
