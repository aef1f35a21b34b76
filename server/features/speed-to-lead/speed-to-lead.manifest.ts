import type { Feature } from '../feature.ts'
import { ringProjection, startRinging } from './ringing.ts'
import { mountSpeedToLead } from './speed-to-lead.routes.ts'

export const speedToLead: Feature = {
  mount: [mountSpeedToLead],
  projections: [ringProjection],
  loops: [startRinging],
}
