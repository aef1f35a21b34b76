import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const shiftsPage: Page = {
  path: paths.shifts.pattern,
  texts: ['shifts', 'open-ranges'],
  component: lazyPage(() => import('./team/shifts-page.tsx'), 'ShiftsPage'),
  menu: { key: 'shifts', group: 'business', icon: 'calendar-clock', needs: 'shifts.see', tabOf: 'users' },
  under: 'users',
  notifies: { shift_swap_accepted: { icon: 'calendar-clock', hue: 'amber' } },
}
