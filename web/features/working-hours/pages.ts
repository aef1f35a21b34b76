import { lazily } from '../../lib/lazy.ts'
import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

const texts = ['working-hours', 'open-ranges']

export const workingHoursPages: readonly Page[] = [
  {
    path: paths.workingHours.pattern,
    texts,
    component: lazyPage(() => import('./working-hours-page.tsx'), 'WorkingHoursPage'),
    menu: {
      key: 'workingHours',
      group: 'settings',
      section: 'business',
      icon: 'clock',
      state: lazily(() => import('./working-hours-page.tsx'), 'HoursState'),
    },
  },
  {
    path: paths.campaignHours.pattern,
    texts,
    component: lazyPage(() => import('./working-hours-page.tsx'), 'CampaignHoursPage'),
    under: 'campaigns',
  },
]
