import type { Feature } from '../feature.ts'
import { mountAvatars } from './avatars.routes.ts'

export const avatars: Feature = {
  mount: [mountAvatars],
}
