import type { Feature } from '../feature.ts'
import { startDelivery } from './delivery.ts'
import { mountSmsHooks } from './sms-hooks.routes.ts'

export const messages: Feature = {
  mountAtRoot: [mountSmsHooks],
  loops: [startDelivery],
}
