import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/db.ts'

type Answerer = { userId: string; since: Date | null }
/** Whether the member was suspended or removed, or one of their sessions ended since then; null: ignores sessions. */
export async function isSignedOff(tx: Db, businessId: string, { userId, since }: Answerer): Promise<boolean> {
  const { rows } = await sql`
    select where not exists (select from memberships m where m.business_id = ${businessId} and m.user_id = ${userId}
        and m.suspended_at is null and m.removed_at is null)
      or exists (select from sessions s where s.user_id = ${userId} and s.revoked_at > ${since?.toISOString() ?? null}::timestamptz)`.execute(
    tx,
  )
  return rows.length > 0
}

type Leaver = { userId: string; callId: string; since: Date }
/** Consumes the notice that the member's page reloads during this call; false if there is none since then. */
export async function takeLeaving(tx: Db, businessId: string, { userId, callId, since }: Leaver): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('softphones')
    .set({ left_call_id: null, left_at: null })
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .where('left_call_id', '=', callId)
    .where('left_at', '>', since.toISOString())
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The dialled number. */
export const findCalled = (tx: Db, businessId: string, id: string) =>
  tx
    .selectFrom('calls')
    .select(['called', 'caller_text as text'])
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
