import type { Colleague, ColleagueState } from '#contract/calls/talk.ts'
import type { Plan, PlannedLeg } from '../../../numbers/routing.rules.ts'
import type { ColleagueRow } from './talk.queries.ts'

/** The telephones in the ring lists of the call, by the person to whom they belong. */
export function phonesOf(plan: Plan, targets: readonly PlannedLeg[], userId: string): string[] {
  const listed = [
    ...plan.steps.flatMap(({ legs }) => legs),
    ...targets,
    ...(plan.flow?.content.steps ?? []).flatMap((step) =>
      'ring' in step && step.ring.whom.by === 'list' ? step.ring.whom.targets : [],
    ),
  ]
  return [...new Set(listed.flatMap((leg) => (leg.kind === 'phone' && leg.userId === userId ? leg.phone : [])))]
}

/** The phones of the colleague that can be rung. A partner who sees phones masked is rung in the browser alone. */
export function legsOf({ _id: userId, isOpen, isMasked }: ColleagueRow, phones: readonly string[]): PlannedLeg[] {
  const browser: PlannedLeg[] = isOpen ? [{ kind: 'softphone', userId }] : []
  const telephones = isMasked ? [] : phones.map((phone): PlannedLeg => ({ kind: 'phone', phone, userId }))
  return [...browser, ...telephones]
}

function stateOf(row: ColleagueRow, legs: readonly PlannedLeg[]): ColleagueState {
  if (row.isTalking) return 'talking'
  if (row.isRung) return 'ringing'
  if (!legs.length) return 'offline'
  if (!row.isOnShift) return 'offShift'
  return row.isAway ? 'away' : 'available'
}

export const toColleague = (row: ColleagueRow, legs: readonly PlannedLeg[]): Colleague => ({
  user: { _id: row._id, name: row.name, image: row.image },
  state: stateOf(row, legs),
  via: [...new Set(legs.map(({ kind }) => kind))],
})
