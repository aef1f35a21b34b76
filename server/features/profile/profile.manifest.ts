import type { Feature } from '../feature.ts'
import { mountProfile } from './profile.routes.ts'

export const profile: Feature = {
  mount: [mountProfile],
}
