import { sql } from 'kysely'
import type { PresenceState } from '#contract/calls/softphone.ts'
import type { Db } from '../../platform/db/db.ts'

type Presence = { userId: string; state: PresenceState; now: Date }
export const putPresence = (db: Db, businessId: string, { userId, state, now }: Presence) => {
  const seen = { state, seen_at: now.toISOString() }
  return db
    .insertInto('softphones')
    .values({ business_id: businessId, user_id: userId, ...seen })
    .onConflict((conflict) => conflict.columns(['business_id', 'user_id']).doUpdateSet(seen))
    .execute()
}

type Leaving = { userId: string; callId: string; now: Date }
/** Returns false if the call never rang this person's phone. */
export async function putLeaving(db: Db, businessId: string, { userId, callId, now }: Leaving): Promise<boolean> {
  const rung = JSON.stringify({ steps: [{ legs: [{ kind: 'softphone', userId }] }] })
  const { numAffectedRows } = await sql`
    insert into softphones (business_id, user_id, state, seen_at, left_call_id, left_at)
    select k.business_id, ${userId}, 'available', ${now.toISOString()}, k.id, ${now.toISOString()} from calls k
    where k.business_id = ${businessId} and k.id = ${callId} and k.plan @> ${rung}::jsonb
    on conflict (business_id, user_id) do update
      set left_call_id = excluded.left_call_id, left_at = excluded.left_at`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
