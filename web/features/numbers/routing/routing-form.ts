import { Routing } from '#contract/calls/routing.ts'
import { rulesOf } from '../../../lib/http/form-errors.ts'

/** Props of the parts of a routing form. Errors by path within the routing: `hours.days.0`. */
export type RoutingFields = {
  routing: Routing
  onChange: (changes: Partial<Routing>) => void
  errors: Record<string, string>
}

export const routingRules = rulesOf<Routing>(Routing)

const WORKDAY = [{ from: '09:00', to: '18:00' }]
/** Default hours: Sunday to Thursday, and a short Friday. */
export const usualHours: NonNullable<Routing['hours']> = {
  days: [WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, [{ from: '09:00', to: '13:00' }], []],
}
