import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const missedCallsPage: Page = {
  path: paths.missedCalls.pattern,
  texts: ['follow-ups', 'missed-calls', 'response-clock'],
  component: lazyPage(() => import('./missed/missed-page.tsx'), 'MissedPage'),
  under: 'today',
  menu: { key: 'missedCalls', group: 'palette', icon: 'phone-x', needs: 'leads.edit' },
  notifies: { missed_digest: { icon: 'phone-x', hue: 'red' } },
}
