import type { Feature } from '../feature.ts'
import { leadOperations } from './change/lead-operations.service.ts'
import { leadCounters } from './lead-counters.sql.ts'
import { leadJobs } from './leads.jobs.ts'
import { mountLeads } from './leads.routes.ts'
import * as personal from './personal-data.queries.ts'

export const leads: Feature = {
  mount: [mountLeads],
  jobs: leadJobs,
  projections: [leadCounters],
  operationHandler: leadOperations,
  person: {
    erase: personal.eraseLeads,
    export: {
      leads: personal.listLeads,
      enquiries: personal.listEnquiries,
      comments: personal.listComments,
      history: personal.listHistory,
    },
  },
  account: { exportInBusiness: { comments: personal.listOwnComments } },
}
