import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { mountGuestMeetings } from './guest.routes.ts'
import { meetingJobs, meetingProjection, startEnding, startReminding } from './meetings.jobs.ts'
import { mountMeetings } from './meetings.routes.ts'
import { startNotifying } from './notices.service.ts'
import * as personal from './personal-data.queries.ts'

export const meetings: Feature = {
  mount: [mountMeetings, mountGuestMeetings],
  jobs: meetingJobs,
  projections: [meetingProjection],
  loops: [startEnding, startReminding, startNotifying],
  retained: [{ table: 'meeting_notices', period: fixedPeriods.meetingNotices, column: 'due_at' }],
  person: {
    erase: personal.eraseMeetings,
    export: { meetings: personal.listMeetingsOfPerson },
  },
  account: { exportInBusiness: { meetings: personal.listOwnMeetings } },
}
