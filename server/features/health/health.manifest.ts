import type { Feature } from '../feature.ts'
import { mountHealth } from './health.routes.ts'

export const health: Feature = {
  mount: [mountHealth],
}
