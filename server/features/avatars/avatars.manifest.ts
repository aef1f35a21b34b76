import type { Feature } from '../feature.ts'
import { mountAvatars } from './avatars.routes.ts'
import { eraseImages } from './avatars.service.ts'

export const avatars: Feature = {
  mount: [mountAvatars],
  erasures: [eraseImages],
}
