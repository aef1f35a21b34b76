import { sql } from 'kysely'
import type { Actor, EventName, EventPayload } from '#contract/events.ts'
import type { Db } from '../db/db.ts'
import { newId } from '../ids.ts'

/** A job or the operator, acting in a business by itself. */
export type System = { kind: 'system'; businessId: string }

/** Whoever an event is by; a caller is one, and so is the person for whom a job works. */
export type Author =
  | { kind: 'person'; businessId: string; userId: string }
  | { kind: 'key'; businessId: string; keyId: string }
  | System

export const actorOf = (author: Author): Actor =>
  author.kind === 'person'
    ? { userId: author.userId }
    : author.kind === 'key'
      ? { keyId: author.keyId }
      : { system: true }

/**
 * Writes what happened, in the transaction of the change, and nothing else: jobs, counters and NOTIFY are the relay's.
 * `personal` holds names, phones and texts, which may be erased later without touching the event.
 */
export async function emit<N extends EventName>(
  tx: Db,
  author: Author,
  name: N,
  { personal, ...payload }: EventPayload<N> & { personal?: Record<string, unknown> },
) {
  const id = newId()
  await tx
    .insertInto('events')
    .values({
      business_id: author.businessId,
      id,
      campaign_id: payload.campaignId,
      lead_id: 'leadId' in payload ? (payload.leadId as string) : null,
      name,
      actor: JSON.stringify(actorOf(author)),
      payload: JSON.stringify(payload),
      personal: personal ? JSON.stringify(personal) : null,
    })
    .execute()
  return id
}

/** The same for many things of one kind that happened at once, in one statement. */
export async function emitAll<N extends EventName>(tx: Db, author: Author, name: N, payloads: EventPayload<N>[]) {
  const rows = payloads.map((payload) => ({
    id: newId(),
    campaign_id: payload.campaignId,
    lead_id: 'leadId' in payload ? payload.leadId : null,
    payload,
  }))
  await sql`
    insert into events (business_id, id, campaign_id, lead_id, name, actor, payload)
    select ${author.businessId}::uuid, id, campaign_id, lead_id, ${name}, ${JSON.stringify(actorOf(author))}::jsonb, payload
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, campaign_id uuid, lead_id uuid, payload jsonb)`.execute(
    tx,
  )
}
