import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { followUpJobs, followUpProjection } from './follow-ups.jobs.ts'
import { mountFollowUps } from './follow-ups.routes.ts'
import { missedCallers, missedCallJobs } from './missed/missed-calls.jobs.ts'
import { mountMissedCalls } from './missed/missed-calls.routes.ts'
import * as personal from './personal-data.queries.ts'
import { startReminding } from './reminders.ts'
import { mountToday } from './today/today.routes.ts'

export const followUps: Feature = {
  mount: [mountFollowUps, mountToday, mountMissedCalls],
  jobs: [...followUpJobs, ...missedCallJobs],
  projections: [followUpProjection, missedCallers],
  loops: [startReminding],
  retained: [{ table: 'missed_callers', period: fixedPeriods.missedCallers, column: 'last_at' }],
  person: {
    erase: (tx, businessId, target) =>
      Promise.all([
        personal.eraseFollowUps(tx, businessId, target),
        personal.eraseMissedCallers(tx, businessId, target),
      ]),
    export: { followUps: personal.listFollowUpsOfPerson, missedCalls: personal.listMissedOfPerson },
  },
  account: { exportInBusiness: { followUps: personal.listOwnFollowUps } },
}
