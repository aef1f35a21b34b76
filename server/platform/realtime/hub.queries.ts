import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { type Position, START } from '../events/position.ts'
import { eventColumns, type StoredEvent } from '../events/relay.ts'

/** Up to this position all projections are applied, and no earlier event can appear. */
export async function relayPosition(db: Db): Promise<Position> {
  const { rows } = await sql<Position>`select xid::text, id from relay_position where reader = 'relay'`.execute(db)
  return rows[0] ?? START
}

/** The events after `from` up to and including `to`, read as one short range of the index. */
export async function eventsBetween(db: Db, { from, to }: { from: Position; to: Position }, businessIds: string[]) {
  const { rows } = await sql<StoredEvent>`
    select ${eventColumns} from events
    where (events.xid, events.id) > (${from.xid}::xid8, ${from.id}::uuid)
      and (events.xid, events.id) <= (${to.xid}::xid8, ${to.id}::uuid) and business_id = any(${businessIds})
    order by events.xid, events.id`.execute(db)
  return rows
}

/** Up to `limit` events of these businesses before the relay's position; read per business, so others' events cost nothing. */
export async function eventsAfter(
  db: Db,
  { after, businessIds, limit }: { after: Position; businessIds: string[]; limit: number },
) {
  const { rows } = await sql<StoredEvent>`
    select e.* from unnest(${businessIds}::uuid[]) as business, relay_position r cross join lateral (
      select ${eventColumns} from events
      where business_id = business and (events.xid, events.id) > (${after.xid}::xid8, ${after.id}::uuid)
        and (events.xid, events.id) <= (r.xid, r.id)
      order by events.xid, events.id limit ${limit}) e
    where r.reader = 'relay' order by e.xid::xid8, e.id limit ${limit}`.execute(db)
  return rows
}
