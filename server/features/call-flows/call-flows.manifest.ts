import type { Feature } from '../feature.ts'
import { mountCallFlows, mountCallSounds } from './call-flows.routes.ts'
import { erasePersonInFlows } from './personal-data.queries.ts'

export const callFlows: Feature = {
  mount: [mountCallFlows, mountCallSounds],
  account: { tables: ['ring_turns'], eraseInBusiness: erasePersonInFlows },
}
