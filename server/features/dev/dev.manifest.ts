import type { Feature } from '../feature.ts'
import { mountDev } from './dev.routes.ts'
import { mountDialledRobots, mountRungRobots } from './dialled-robots.service.ts'

export const dev: Feature = {
  mount: [mountDialledRobots],
  mountAtRoot: [mountDev, mountRungRobots],
}
