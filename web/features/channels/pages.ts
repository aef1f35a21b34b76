import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const channelPage: Page = {
  path: paths.channels.pattern,
  access: 'Owner',
  texts: ['channels'],
  component: lazyPage(() => import('./channels-page.tsx'), 'ChannelsPage'),
  menu: { key: 'channels', group: 'settings', section: 'messages', icon: 'at' },
  about: ['mailServer'],
}
