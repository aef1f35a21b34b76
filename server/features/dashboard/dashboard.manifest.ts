import type { Feature } from '../feature.ts'
import { dashboardJobs } from './counter-audits.jobs.ts'
import { mountDashboard } from './dashboard.routes.ts'

export const dashboard: Feature = {
  mount: [mountDashboard],
  jobs: dashboardJobs,
}
