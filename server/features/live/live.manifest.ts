import type { Feature } from '../feature.ts'
import { mountLive } from './live.routes.ts'
import { mountViewers } from './viewers.routes.ts'

export const live: Feature = {
  mount: [mountLive, mountViewers],
}
