import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Batch, Follower, StoredEvent } from '../../platform/events/relay.ts'
import { specOf } from '../../platform/jobs/job.ts'
import { notifyRecipients } from './notifications.jobs.ts'
import { actionOf } from './notifications.rules.ts'

/** In the app in the relay's transaction, so that an event which is heard of has its notifications; by mail and SMS as jobs. */
export const notificationFollower: Follower = { rollUp: tellPeople, jobs: jobsFor }

const telling = (events: StoredEvent[]) => events.filter(({ name }) => actionOf[name])

/**
 * Decisions 0.3: each active Owner, and each member whose campaigns include the lead's, except its author. The
 * notification bears the event's id: it grows with time, and a second run finds it there.
 */
async function tellPeople(tx: Db, { events }: Batch) {
  const told = telling(events).map(({ businessId, id, campaignId, leadId, name, actor, payload, at }) => ({
    business_id: businessId,
    id,
    campaign_id: campaignId,
    lead_id: leadId,
    action: actionOf[name],
    author_id: 'userId' in actor ? actor.userId : null,
    source: payload.source,
    at,
  }))
  if (!told.length) return
  await sql`
    insert into notifications (business_id, user_id, id, event_id, action, content, created_at)
    select e.business_id, m.user_id, e.id, e.id, e.action, jsonb_build_object(
      'campaignId', e.campaign_id, 'leadId', e.lead_id, 'leadName', l.name, 'leadPhone', l.phone, 'leadEmail', l.email,
      'campaignName', c.name, 'businessName', b.name, 'businessImage', b.image, 'source', coalesce(e.source, l.source)), e.at
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as e(business_id uuid, id uuid, campaign_id uuid,
        lead_id uuid, action text, author_id uuid, source text, at timestamptz)
      join businesses b on b.business_id = e.business_id
      join campaigns c on c.business_id = e.business_id and c.id = e.campaign_id
      join leads l on l.business_id = e.business_id and l.id = e.lead_id
      join memberships m on m.business_id = e.business_id and m.suspended_at is null
        and m.user_id is distinct from e.author_id
        and (m.role = 'Owner' or exists (select from campaign_members p
          where p.business_id = e.business_id and p.campaign_id = e.campaign_id and p.user_id = m.user_id))
    on conflict do nothing`.execute(tx)
}

/** One job for a business and batch, not for an event: at 1,000 leads a second the queue would be the bottleneck. */
function jobsFor(events: StoredEvent[]) {
  return [...Map.groupBy(telling(events), ({ businessId }) => businessId)].map(([businessId, of]) =>
    specOf(notifyRecipients, { businessId, eventIds: of.map(({ id }) => id) }),
  )
}
