import type { Feature } from '../feature.ts'
import { mountRinging } from './ringing.routes.ts'
import { mountSoftphone } from './softphone.routes.ts'

export const softphone: Feature = {
  mount: [mountSoftphone, mountRinging],
}
