import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import * as personal from './personal-data.queries.ts'
import { shiftJobs, shiftProjection } from './shifts.jobs.ts'
import { mountShifts } from './shifts.routes.ts'
import { mountSwaps } from './swaps.routes.ts'

const period = fixedPeriods.shifts

export const shifts: Feature = {
  mount: [mountShifts, mountSwaps],
  jobs: shiftJobs,
  projections: [shiftProjection],
  retained: [
    { table: 'shift_periods', period, column: 'ends_at' },
    { table: 'shift_weeks', period, column: 'week' },
    { table: 'shift_swaps', period, column: 'created_at' },
  ],
  account: {
    tables: ['shift_plans', 'shift_weeks', 'shift_periods'],
    erase: personal.eraseSwapsOfAccount,
    exportInBusiness: {
      shiftPlan: personal.listOwnPlan,
      shiftWeeks: personal.listOwnWeeks,
      shiftSwaps: personal.listOwnSwaps,
    },
  },
}
