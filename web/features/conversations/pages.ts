import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const conversationsPage: Page = {
  path: paths.conversations.pattern,
  texts: ['conversations'],
  component: lazyPage(() => import('./inbox-page.tsx'), 'InboxPage'),
  notifies: { message_received: { icon: 'message', hue: 'sky' } },
  menu: { key: 'conversations', group: 'dashboard', icon: 'message', needs: 'messages.send', bottomBar: 4 },
}
