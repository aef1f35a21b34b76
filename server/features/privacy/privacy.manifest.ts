import type { Feature } from '../feature.ts'
import { finishErasures } from './privacy.jobs.ts'
import { mountPrivacy } from './privacy.routes.ts'

export const privacy: Feature = {
  mount: [mountPrivacy],
  jobs: [finishErasures],
}
