import type { Feature } from '../feature.ts'
import { mountStatuses } from './statuses.routes.ts'

export const statuses: Feature = {
  mount: [mountStatuses],
}
