import type { Feature } from '../feature.ts'
import { leadCounters } from './lead-counters.sql.ts'
import { leadJobs } from './leads.jobs.ts'
import { mountLeads } from './leads.routes.ts'

export const leads: Feature = {
  mount: [mountLeads],
  jobs: leadJobs,
  projections: [leadCounters],
}
