import type { Actor, EventName, EventPayload } from '#contract/events.ts'
import type { Db } from '../db/db.ts'
import type { Caller } from '../http/caller.ts'
import { newId } from '../ids.ts'

/** A job or the operator, acting in a business by itself. */
export type System = { kind: 'system'; businessId: string }

export const actorOf = (author: Caller | System): Actor =>
  author.kind === 'person' ? { userId: author.userId } : author.kind === 'key' ? { keyId: author.keyId } : { system: true }

/**
 * Writes what happened, in the transaction of the change, and nothing else: jobs, counters and NOTIFY are the relay's.
 * `personal` holds names, phones and texts, which may be erased later without touching the event.
 */
export async function emit<N extends EventName>(
  tx: Db,
  author: Caller | System,
  name: N,
  { personal, ...payload }: EventPayload<N> & { personal?: Record<string, unknown> },
) {
  const id = newId()
  await tx.insertInto('events').values({
    business_id: author.businessId,
    id,
    campaign_id: payload.campaignId,
    lead_id: 'leadId' in payload ? (payload.leadId as string) : null,
    name,
    actor: JSON.stringify(actorOf(author)),
    payload: JSON.stringify(payload),
    personal: personal ? JSON.stringify(personal) : null,
  }).execute()
  return id
}
