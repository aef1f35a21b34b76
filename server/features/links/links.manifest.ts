import type { Feature } from '../feature.ts'
import { mountShortLinks } from './links.routes.ts'

export const links: Feature = {
  mountAtRoot: [mountShortLinks],
}
