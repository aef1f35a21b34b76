import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../platform/db/db.ts'

type Joined = { callId: string; flowId: string | null; stepId: string; now: Date }
export const joinLine = (tx: Db, businessId: string, { callId, flowId, stepId, now }: Joined) =>
  sql`insert into waiting_callers (business_id, call_id, flow_id, step_id, since)
    values (${businessId}, ${callId}, ${flowId}, ${stepId}, ${now.toISOString()})
    on conflict (business_id, call_id) do update set flow_id = excluded.flow_id, step_id = excluded.step_id,
      since = excluded.since`.execute(tx)

export const leaveLine = (tx: Db, businessId: string, callId: string) =>
  sql`delete from waiting_callers where business_id = ${businessId} and call_id = ${callId}`.execute(tx)

/** `ahead`: callers who came before; `unserved`: those of them for whom no phone rings now; `others`: all but this one. */
export type Line = { ahead: number; unserved: number; others: number }
export async function findLine(
  tx: Db,
  businessId: string,
  { callId, now }: { callId: string; now: Date },
): Promise<Line> {
  const [row] = await rowsOf<Line>(
    tx,
    sql`select count(*) filter (where o.before)::int as ahead,
        count(*) filter (where o.before and not o.served)::int as unserved, count(*)::int as others
      from waiting_callers own cross join lateral (
        select (w.since, w.call_id) < (own.since, own.call_id) as before, exists (select from ring_turns t
            where t.business_id = ${businessId} and t.call_id = w.call_id and t.rings_until > ${now.toISOString()}) as served
        from waiting_callers w
        where w.business_id = ${businessId} and w.flow_id is not distinct from own.flow_id and w.step_id = own.step_id
          and w.call_id <> own.call_id) o
      where own.business_id = ${businessId} and own.call_id = ${callId}`,
  )
  return row ?? { ahead: 0, unserved: 0, others: 0 }
}
