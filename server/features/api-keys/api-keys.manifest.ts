import type { Feature } from '../feature.ts'
import { mountApiKeys } from './api-keys.routes.ts'

export const apiKeys: Feature = {
  mount: [mountApiKeys],
}
