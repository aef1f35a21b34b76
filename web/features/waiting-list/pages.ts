import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const waitingListPage: Page = {
  path: paths.waitingList.pattern,
  access: 'Owner',
  texts: ['waiting-list'],
  component: lazyPage(() => import('./waiting-page.tsx'), 'WaitingPage'),
  menu: { key: 'waitingList', group: 'palette', icon: 'user-question' },
  under: 'users',
  about: ['request'],
  notifies: { join_asked: { icon: 'user-question', hue: 'amber' } },
}
