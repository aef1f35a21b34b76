import type { Feature } from '../feature.ts'
import { mountDev } from './dev.routes.ts'

export const dev: Feature = {
  mountAtRoot: [mountDev],
}
