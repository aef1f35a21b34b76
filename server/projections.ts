import { callCounters } from './features/calls/call-counters.ts'
import { campaignProjection } from './features/campaigns/campaigns.jobs.ts'
import { leadCounters } from './features/leads/lead-counters.sql.ts'
import { notificationProjection } from './features/notifications/projection.ts'
import { recipientProjection } from './features/recipients/recipients.jobs.ts'
import type { Projection } from './platform/events/relay.ts'

/** What is derived from events, in the relay's transaction or as jobs. */
export const projections: Projection[] = [
  leadCounters,
  callCounters,
  notificationProjection,
  campaignProjection,
  recipientProjection,
]
