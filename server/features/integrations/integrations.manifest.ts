import type { Feature } from '../feature.ts'
import { mountIntegrations } from './integrations.routes.ts'

/** One page of what the business is connected with; each feature registers its own (`integrations` in its manifest). */
export const integrations: Feature = { mount: [mountIntegrations] }
