import type { Plan, PlannedLeg } from '../../../numbers/routing.rules.ts'
import type { Step } from '../call-facts.rules.ts'
import { callerIdIn } from '../call-instructions.rules.ts'

/**
 * The telephones of a step that a carrier refused to ring with the caller's number: they failed without ringing. If the
 * provider says that all failed, those whose own report is missing are among them.
 */
export function refusedIn(plan: Plan, { step, legs, done }: Step): PlannedLeg[] {
  const planned = plan.steps[step - 1]
  if (!planned || !plan.called || plan.outgoing || callerIdIn(plan, step) !== null) return []
  return planned.legs.filter((leg, at) => {
    const reported = legs.find(({ place }) => place === at)
    const hasFailed = reported?.outcome ? reported.outcome === 'failed' : done?.outcome === 'failed'
    return leg.kind === 'phone' && hasFailed && !reported?.ringingAt && !reported?.answeredAt
  })
}

/** The plan in which these phones ring once more after the step, with the called number. */
export function withSecondTry(plan: Plan, step: number, legs: PlannedLeg[]): Plan {
  const planned = plan.steps[step - 1]
  if (!planned || !legs.length || plan.steps[step]?.again) return plan
  const { seconds, settings } = planned
  const again = { seconds, legs, ...(settings && { settings }), again: true as const }
  return { ...plan, steps: [...plan.steps.slice(0, step), again, ...plan.steps.slice(step)] }
}
