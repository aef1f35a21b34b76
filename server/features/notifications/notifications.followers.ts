import type { Db } from '../../platform/db/db.ts'
import type { Batch, Follower, StoredEvent } from '../../platform/events/relay.ts'
import { specOf } from '../../platform/jobs/job.ts'
import { notifyRecipients } from './notifications.jobs.ts'
import { insertNotifications } from './notifications.queries.ts'
import { actionFor, actionOf } from './notifications.rules.ts'

/** In the app in the relay's transaction, so that an event which is heard of has its notifications; by mail and SMS as jobs. */
export const notificationFollower: Follower = { rollUp: tellPeople, jobs: jobsFor }

const telling = (events: StoredEvent[]) => events.filter(actionFor)

async function tellPeople(tx: Db, { events }: Batch) {
  const told = telling(events).map(({ businessId, id, campaignId, leadId, name, actor, payload, at }) => ({
    business_id: businessId,
    id,
    campaign_id: campaignId,
    lead_id: leadId,
    action: actionFor({ name, leadId, payload }),
    author_id: 'userId' in actor ? actor.userId : null,
    source: payload.source,
    at,
  }))
  if (!told.length) return
  await insertNotifications(tx, told)
}

/** One job for a business and batch, not for an event: at 1,000 leads a second the queue would be the bottleneck. */
function jobsFor(events: StoredEvent[]) {
  const sent = events.filter(({ name }) => actionOf[name])
  return [...Map.groupBy(sent, ({ businessId }) => businessId)].map(([businessId, of]) =>
    specOf(notifyRecipients, { businessId, eventIds: of.map(({ id }) => id) }),
  )
}
