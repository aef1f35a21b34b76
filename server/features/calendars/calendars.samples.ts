import { body, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'calendars.own': { open: 'user', allowed: '+++++++13' },
  'calendars.start': { open: 'user', allowed: '+++++++13' },
  'calendars.finish': { open: 'user', allowed: '+++++++13', request: body({}) },
  'calendars.choose': { open: 'user', allowed: '+++++++13', request: body({ calendarId: '', busyIds: [] }) },
  'calendars.sync': { open: 'user', allowed: '+++++++13' },
  'calendars.disconnect': { open: 'user', allowed: '+++++++13' },
  'calendars.makeFeed': { open: 'user', allowed: '+++++++13' },
  'calendars.endFeed': { open: 'user', allowed: '+++++++13' },
}
