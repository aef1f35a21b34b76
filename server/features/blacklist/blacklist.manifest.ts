import type { Feature } from '../feature.ts'
import { mountBlacklist } from './blacklist.routes.ts'

export const blacklist: Feature = {
  mount: [mountBlacklist],
}
