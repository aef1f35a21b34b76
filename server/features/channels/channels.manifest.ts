import type { Feature } from '../feature.ts'
import { openChannels } from './channels.cache.ts'
import { mountChannels } from './channels.routes.ts'

export const channels: Feature = {
  mount: [mountChannels],
  open: (opening) => ({ channels: openChannels(opening) }),
}
