import type { CalendarProvider } from '../../providers/google/open-calendar.ts'
import { openCalendarProvider } from '../../providers/google/open-calendar.ts'
import type { Feature } from '../feature.ts'
import { calendarsAsBusy } from './busy.service.ts'
import { revokeCalendar } from './calendars.jobs.ts'
import { mountCalendars } from './calendars.routes.ts'
import { mountCalendarHooks, mountLocalGoogle } from './hooks.routes.ts'
import { calendarIntegration } from './integration.service.ts'
import * as personal from './personal-data.queries.ts'

declare module '../../deps.ts' {
  interface OpenedByFeatures {
    calendarProvider: CalendarProvider
  }
}

/** The page to which Google leads back: the profile, with its section of the calendar. */
const RETURN_PATH = '/user/settings/profile'

/** Calendars of people at Google. Meetings are written into them, and read from them, by `meetings/synced`. */
export const calendars: Feature = {
  open: ({ env, now }) => ({ calendarProvider: openCalendarProvider(env, RETURN_PATH, now) }),
  mount: [mountCalendars],
  mountAtRoot: [mountCalendarHooks, mountLocalGoogle],
  jobs: [revokeCalendar],
  busySource: calendarsAsBusy,
  integrations: [calendarIntegration],
  account: {
    tables: ['calendar_feeds'],
    erase: personal.eraseCalendar,
    export: {
      calendars: personal.listCalendarsOfAccount,
      calendarTimes: personal.listBusyOfAccount,
      calendarFeeds: personal.listFeedsOfAccount,
    },
  },
}
