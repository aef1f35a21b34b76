import type { Feature } from '../feature.ts'
import { mountPasskeys } from './passkeys.routes.ts'

export const passkeys: Feature = {
  mount: [mountPasskeys],
}
