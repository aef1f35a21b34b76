import type { Feature } from '../feature.ts'
import { recipientJobs, recipientProjection } from './recipients.jobs.ts'
import { eraseListedRecipient } from './recipients.queries.ts'
import { mountRecipients, mountUnsubscribing } from './recipients.routes.ts'

export const recipients: Feature = {
  mount: [mountRecipients],
  mountAtRoot: [mountUnsubscribing],
  jobs: recipientJobs,
  projections: [recipientProjection],
  account: { eraseInBusiness: eraseListedRecipient },
}
