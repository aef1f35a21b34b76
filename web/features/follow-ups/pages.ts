import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const todayPage: Page = {
  path: paths.today.pattern,
  texts: ['follow-ups'],
  component: lazyPage(() => import('./today/today-page.tsx'), 'TodayPage'),
  notifies: { follow_up_due: { icon: 'alarm', hue: 'amber' } },
  menu: {
    key: 'today',
    group: 'dashboard',
    icon: 'list-check',
    needs: 'followUps.edit',
    bottomBar: 1,
    count: 'today',
    keys: 'KeyG KeyT',
  },
}
