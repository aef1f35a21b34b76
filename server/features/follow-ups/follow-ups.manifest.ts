import type { Feature } from '../feature.ts'
import { followUpJobs, followUpProjection } from './follow-ups.jobs.ts'
import { mountFollowUps } from './follow-ups.routes.ts'
import * as personal from './personal-data.queries.ts'
import { startReminding } from './reminders.ts'
import { mountToday } from './today.routes.ts'

export const followUps: Feature = {
  mount: [mountFollowUps, mountToday],
  jobs: followUpJobs,
  projections: [followUpProjection],
  loops: [startReminding],
  person: { erase: personal.eraseFollowUps, export: { followUps: personal.listFollowUpsOfPerson } },
  account: { exportInBusiness: { followUps: personal.listOwnFollowUps } },
}
