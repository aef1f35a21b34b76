import type { PresenceState } from '#contract/softphone.ts'
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
