import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { meetingsAsBusy } from './booking/booking.queries.ts'
import { mountBooking } from './booking/booking.routes.ts'
import { bookingLink } from './booking/booking-link.service.ts'
import { mountFeed } from './feed/feed.routes.ts'
import { mountGuestMeetings } from './guest/guest.routes.ts'
import { meetingJobs, meetingProjection, startEnding, startReminding } from './meetings.jobs.ts'
import { mountMeetings } from './meetings.routes.ts'
import { startNotifying } from './notices.service.ts'
import * as personal from './personal-data.queries.ts'
import { calendarProjection, startSyncing } from './synced/synced.jobs.ts'

export const meetings: Feature = {
  mount: [mountMeetings, mountGuestMeetings, mountBooking],
  busySource: meetingsAsBusy,
  templateValues: bookingLink,
  mountAtRoot: [mountFeed],
  jobs: meetingJobs,
  projections: [meetingProjection, calendarProjection],
  loops: [startEnding, startReminding, startNotifying, startSyncing],
  retained: [{ table: 'meeting_notices', period: fixedPeriods.meetingNotices, column: 'due_at' }],
  person: {
    erase: personal.eraseMeetings,
    export: { meetings: personal.listMeetingsOfPerson },
  },
  account: { exportInBusiness: { meetings: personal.listOwnMeetings } },
}
