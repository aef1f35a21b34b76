import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const bookingPagesPage: Page = {
  path: '/b/$businessId/settings/booking',
  texts: ['booking-pages'],
  component: lazyPage(() => import('./booking-pages/booking-pages-page.tsx'), 'BookingPagesPage'),
  menu: { key: 'bookingPages', group: 'settings', section: 'leads', icon: 'calendar-event', needs: 'booking.own' },
  about: ['bookingPage'],
}

export const meetingsPage: Page = {
  path: paths.meetings.pattern,
  texts: ['meetings'],
  component: lazyPage(() => import('./calendar/meetings-page.tsx'), 'MeetingsPage'),
  menu: { key: 'meetings', group: 'dashboard', icon: 'calendar-event', needs: 'meetings.see', keys: 'KeyG KeyM' },
}
