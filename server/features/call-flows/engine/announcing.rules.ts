import type { FlowContent, FlowStepOf } from '#contract/calls/flows/flow-shapes.ts'
import { branchesOf, firstIn } from '#contract/calls/flows/flow-tree.ts'
import type { Plan, PlannedLeg, RouteFacts } from '../../numbers/routing.rules.ts'
import { phonesToRing, reachableOf } from './ring-legs.rules.ts'
import { NOTHING_MET, type Stop, type WalkContext, walk } from './walk.rules.ts'

const membersOf = (legs: readonly PlannedLeg[] = []) =>
  legs.flatMap((leg) => (leg.kind === 'softphone' ? [leg.userId] : []))
const inAll = ([first = [], ...others]: string[][]) => first.filter((id) => others.every((ids) => ids.includes(id)))

/**
 * The members whose browser phones ring first, if the caller hears something before: an announcement, or a menu after which
 * the same phones ring first on each key that rings any.
 */
function announcedTo({ announcement, steps: [first], flow }: Plan, facts: RouteFacts, now: Date): string[] {
  if (first) return announcement === null && !first.said ? [] : membersOf(first.legs)
  const at = flow?.content.steps.find(({ id }) => id === flow.at)
  if (!flow || at?.kind !== 'menu') return []
  // An order by chance has another first phone at each end of the chance.
  const firsts = [0, 1 - Number.EPSILON].map((chance) =>
    firstAfter(at, flow.content, { facts, now, texts: () => '', random: () => chance }),
  )
  return firsts.some((of) => of === 'open') ? [] : inAll(firsts.filter((of) => of !== 'open').flat())
}

/** The plan with the members to whom the call is announced. */
export function announced(plan: Plan, facts: RouteFacts, now: Date): Plan {
  const to = announcedTo(plan, facts, now)
  return to.length ? { ...plan, announced: to } : plan
}

/** The members who ring first on each key that rings a phone; `open`: it depends on who is idle, or on another flow. */
function firstAfter(menu: FlowStepOf<'menu'>, content: FlowContent, context: WalkContext): string[][] | 'open' {
  const rung: string[][] = []
  for (const branch of branchesOf(menu)) {
    const from = firstIn(content.steps, { id: menu.id, branch })
    const { steps, end } = walk({ content, from, met: NOTHING_MET }, context)
    const [first] = steps
    if (first) rung.push(membersOf(first.legs))
    else if ('stop' in end) {
      const further = end.stop.kind === 'menu' ? firstAfter(end.stop, content, context) : onlyPhone(end.stop, context)
      if (further === 'open') return 'open'
      rung.push(...further)
    }
  }
  return rung
}

/** Who is idle makes no difference if there is one phone. */
function onlyPhone(stop: Stop, { facts }: WalkContext): string[][] | 'open' {
  if (stop.kind !== 'ring' && stop.kind !== 'wait') return 'open'
  const phones = phonesToRing(reachableOf(stop.ring, facts))
  return phones.length === 1 ? [membersOf(phones)] : 'open'
}
