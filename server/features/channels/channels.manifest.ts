import type { Feature } from '../feature.ts'
import { openChannels } from './channels.cache.ts'
import { mountChannels } from './channels.routes.ts'
import { mailIntegration, smsIntegration } from './integrations.service.ts'

export const channels: Feature = {
  mount: [mountChannels],
  integrations: [mailIntegration, smsIntegration],
  open: (opening) => ({ channels: openChannels(opening) }),
}
