import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const meetingsPage: Page = {
  path: paths.meetings.pattern,
  texts: ['meetings'],
  component: lazyPage(() => import('./calendar/meetings-page.tsx'), 'MeetingsPage'),
  menu: { key: 'meetings', group: 'dashboard', icon: 'calendar-event', needs: 'meetings.see', keys: 'KeyG KeyM' },
}
