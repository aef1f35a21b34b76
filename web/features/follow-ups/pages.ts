import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const todayPage: Page = {
  path: paths.today.pattern,
  texts: ['follow-ups', 'missed-calls', 'response-clock'],
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

export const missedCallsPage: Page = {
  path: paths.missedCalls.pattern,
  texts: ['follow-ups', 'missed-calls', 'response-clock'],
  component: lazyPage(() => import('./missed/missed-page.tsx'), 'MissedPage'),
  under: 'today',
  menu: { key: 'missedCalls', group: 'palette', icon: 'phone-x', needs: 'leads.edit' },
  notifies: { missed_digest: { icon: 'phone-x', hue: 'red' } },
}
