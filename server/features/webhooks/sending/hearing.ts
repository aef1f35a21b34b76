import type { EventName } from '#contract/events/catalogue.ts'
import type { WebhookType } from '#contract/webhooks/webhook-types.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Batch, Projection, StoredEvent } from '../../../platform/events/relay.ts'
import { type Facts, type Heard, insertDeliveries } from './sending.queries.ts'

/** As what an event is sent to webhooks. */
const typeOf: Partial<Record<EventName, WebhookType>> = {
  'lead.created': 'lead.created',
  'lead.repeated': 'lead.repeated',
  'lead.changed': 'lead.updated',
  'lead.call_barred': 'lead.updated',
  'lead.call_allowed': 'lead.updated',
  'lead.deleted': 'lead.deleted',
  'lead.restored': 'lead.restored',
  'lead.merged': 'lead.merged',
  'lead.unmerged': 'lead.unmerged',
  'call.ended': 'call.completed',
  'message.received': 'message.received',
  'message.sent': 'message.sent',
  'message.moved': 'message.updated',
  'meeting.made': 'meeting.created',
  'meeting.moved': 'meeting.updated',
  'meeting.changed': 'meeting.updated',
  'meeting.confirmed': 'meeting.updated',
  'meeting.restored': 'meeting.updated',
  'meeting.time_asked': 'meeting.updated',
  'meeting.outcome_set': 'meeting.updated',
  'meeting.cancelled': 'meeting.cancelled',
}
const FACTS = ['callId', 'enquiryId', 'meetingId', 'messageId', 'leadIds', 'changes'] as const satisfies (keyof Facts)[]

function factsOf(payload: Record<string, unknown>): Facts {
  return Object.fromEntries(FACTS.flatMap((name) => (payload[name] === undefined ? [] : [[name, payload[name]]])))
}

function heardIn({ businessId, id, campaignId, leadId, name, payload, at }: StoredEvent): Heard[] {
  const type = typeOf[name]
  return type ? [{ businessId, eventId: id, campaignId, leadId, type, facts: factsOf(payload), at }] : []
}

async function hear(tx: Db, { events }: Batch) {
  const heard = events.flatMap(heardIn)
  if (heard.length) await insertDeliveries(tx, heard)
}

/** Keeps what webhooks are to be sent in the relay's transaction: no event is missed, and none is kept twice. */
export const webhookProjection: Projection = { apply: hear }
