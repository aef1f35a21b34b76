import type { Feature } from '../feature.ts'
import { mountApiKeys } from './api-keys.routes.ts'
import { apiIntegration } from './integration.service.ts'

export const apiKeys: Feature = {
  mount: [mountApiKeys],
  integrations: [apiIntegration],
}
