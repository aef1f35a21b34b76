import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export type DailyAct = 'contact_changed' | 'lead_joined'
type ActKey = { userId: string; act: DailyAct }

/**
 * Adds `times` (0 or 1) to the member’s count of this action today and returns the sum. The row lock serializes
 * concurrent requests of the member.
 */
export async function countDailyAct(tx: Db, businessId: string, { userId, act }: ActKey, times: 0 | 1) {
  const { rows } = await sql<{ times: number }>`
    insert into daily_action_counts as d (business_id, user_id, action, day, times)
    values (${businessId}, ${userId}, ${act}, day_of(now()), ${times})
    on conflict (business_id, user_id, action) do update
      set times = case when d.day = excluded.day then d.times + excluded.times else excluded.times end, day = excluded.day
    returning times`.execute(tx)
  return rows[0]?.times ?? 0
}
