import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { openPeriodsProjection, workingHoursJobs } from './working-hours.jobs.ts'
import { mountWorkingHours } from './working-hours.routes.ts'

export const workingHours: Feature = {
  mount: [mountWorkingHours],
  jobs: workingHoursJobs,
  projections: [openPeriodsProjection],
  retained: [{ table: 'open_periods', period: fixedPeriods.openPeriods, column: 'closes_at' }],
}
