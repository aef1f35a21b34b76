import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../platform/db/db.ts'

/** A caller of whom nothing was heard for this long is gone: longer than a text, music and the ringing of phones. */
const SEEN_SECONDS = 180

type Joined = {
  callId: string
  flowId: string | null
  version: number | null
  stepId: string
  since: Date
  now: Date
}
/** Called on each turn, so that callers whose end was not reported stop counting. */
export const joinLine = (tx: Db, businessId: string, { callId, flowId, version, stepId, since, now }: Joined) =>
  sql`insert into waiting_callers (business_id, call_id, flow_id, version, step_id, since, seen_at)
    values (${businessId}, ${callId}, ${flowId}, ${version}, ${stepId}, ${since.toISOString()}, ${now.toISOString()})
    on conflict (business_id, call_id) do update set flow_id = excluded.flow_id, version = excluded.version,
      step_id = excluded.step_id, since = excluded.since, seen_at = excluded.seen_at`.execute(tx)

export const leaveLine = (tx: Db, businessId: string, callId: string) =>
  sql`delete from waiting_callers where business_id = ${businessId} and call_id = ${callId}`.execute(tx)

/**
 * `ahead`: callers who came before; `unserved`: those of them for whom no phone rings now; `others`: all but this one.
 * Callers of another version may wait for other phones, so only `ahead` counts them.
 */
export type Line = { ahead: number; unserved: number; others: number }
export async function findLine(
  tx: Db,
  businessId: string,
  { callId, now }: { callId: string; now: Date },
): Promise<Line> {
  const [row] = await rowsOf<Line>(
    tx,
    sql`select count(*) filter (where o.before)::int as ahead,
        count(*) filter (where o.before and not o.served and o.same)::int as unserved,
        count(*) filter (where o.same)::int as others
      from waiting_callers own cross join lateral (
        select (w.since, w.call_id) < (own.since, own.call_id) as before,
          w.version is not distinct from own.version as same, exists (select from ring_turns t
            where t.business_id = ${businessId} and t.call_id = w.call_id and t.rings_until > ${now.toISOString()}) as served
        from waiting_callers w
        where w.business_id = ${businessId} and w.flow_id is not distinct from own.flow_id and w.step_id = own.step_id
          and w.call_id <> own.call_id
          and w.seen_at > ${new Date(now.getTime() - SEEN_SECONDS * 1_000).toISOString()}) o
      where own.business_id = ${businessId} and own.call_id = ${callId}`,
  )
  return row ?? { ahead: 0, unserved: 0, others: 0 }
}
