import { callCounters } from './features/calls/call-counters.ts'
import { campaignFollower } from './features/campaigns/campaigns.jobs.ts'
import { leadCounters } from './features/leads/lead-counters.sql.ts'
import { notificationFollower } from './features/notifications/projection.ts'
import { recipientFollower } from './features/recipients/recipients.jobs.ts'
import type { Follower } from './platform/events/relay.ts'

/** What follows from events, in the relay's transaction or as jobs. */
export const followers: Follower[] = [
  leadCounters,
  callCounters,
  notificationFollower,
  campaignFollower,
  recipientFollower,
]
