import { sql } from 'kysely'
import type { accountEvents } from '#contract/events/account.ts'
import type { EventName, EventPayload } from '#contract/events/catalogue.ts'
import { type Actor, ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { noteEvent } from '../caches.ts'
import type { Db } from '../db/db.ts'
import { newId } from '../ids.ts'

/** A job or the operator, acting in a business by itself. */
export type System = { kind: 'system'; businessId: string }

/** The origin of an act: IP address and user agent. */
export type Origin = { ip: string; agent: string }

/** The author of an event: a caller, or the person for whom a job works, without an origin. */
export type Author =
  | { kind: 'person'; businessId: string; userId: string; from?: Origin }
  | { kind: 'key'; businessId: string; keyId: string; from?: Origin }
  | { kind: 'automation'; businessId: string; automationId: string; depth: number }
  | System

export const actorOf = (author: Author): Actor =>
  author.kind === 'person'
    ? { userId: author.userId }
    : author.kind === 'key'
      ? { keyId: author.keyId }
      : author.kind === 'automation'
        ? { automationId: author.automationId, depth: author.depth }
        : { system: true }

const originOf = (author: Author): Origin | undefined => ('from' in author ? author.from : undefined)

/** The erasable part: names, phones, texts and the origin. */
function erasable(from: Origin | undefined, personal?: Record<string, unknown>) {
  return personal || from ? { ...personal, ...(from && { from }) } : null
}

const textOf = (value: object | null) => value && JSON.stringify(value)

/**
 * Writes an event in the transaction of the change, and nothing else; jobs, counters and NOTIFY are the relay's.
 * `personal` holds names, phones and texts, which may be erased later without touching the event.
 */
export async function emit<N extends EventName>(
  tx: Db,
  author: Author,
  name: N,
  { personal, ...payload }: EventPayload<N> & { personal?: Record<string, unknown> },
) {
  const id = newId()
  noteEvent(name)
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
      personal: textOf(erasable(originOf(author), personal)),
    })
    .execute()
  return id
}

type EventInput<N extends EventName> = EventPayload<N> & { personal?: Record<string, unknown> }
/** Writes many events of one name in one statement. */
export async function emitAll<N extends EventName>(tx: Db, author: Author, name: N, events: EventInput<N>[]) {
  noteEvent(name)
  const rows = events.map(({ personal, ...payload }) => ({
    id: newId(),
    campaign_id: payload.campaignId,
    lead_id: 'leadId' in payload ? payload.leadId : null,
    payload,
    personal: erasable(originOf(author), personal),
  }))
  await sql`
    insert into events (business_id, id, campaign_id, lead_id, name, actor, payload, personal)
    select ${author.businessId}::uuid, id, campaign_id, lead_id, ${name}, ${JSON.stringify(actorOf(author))}::jsonb, payload, personal
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, campaign_id uuid, lead_id uuid, payload jsonb, personal jsonb)`.execute(tx)
}

/** `byThem`: false if the operator did it, or a person not proved to be the account's owner. */
type Account = { userId: string; from: Origin | undefined; byThem?: boolean }
/** Records an event of a person's account in each of their businesses; `db` need not see any of them. */
export const emitOfAccount = <N extends keyof typeof accountEvents>(
  tx: Db,
  { userId, from, byThem = true }: Account,
  name: N,
  { personal, ...about }: Omit<EventPayload<N>, 'campaignId' | 'userId'> & { personal?: Record<string, unknown> },
) => {
  noteEvent(name)
  const actor = byThem ? { userId } : { system: true }
  const payload = { ...about, campaignId: ALL_CAMPAIGNS, userId }
  return sql`select emit_account_event(${userId}::uuid, ${name}, ${JSON.stringify(actor)}::jsonb,
    ${JSON.stringify(payload)}::jsonb, ${textOf(erasable(from, personal))}::jsonb)`.execute(tx)
}
