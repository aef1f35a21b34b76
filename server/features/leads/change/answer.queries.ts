import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

type Answer = { leadId: string; startedAt: string; answeredAt: string }
/**
 * When the answer of a call counts as the response to its lead: never before the lead existed, and at its creation if
 * the call made it. A provider's times are whole seconds.
 */
export async function findAnswerMoment(tx: Db, businessId: string, { leadId, startedAt, answeredAt }: Answer) {
  const { rows } = await sql<{ at: string }>`
    select case when source = 'call' and created_at >= ${startedAt}::timestamptz - interval '1 second' then created_at
      else greatest(created_at, ${answeredAt}::timestamptz) end as at
    from leads where business_id = ${businessId} and id = ${leadId}`.execute(tx)
  return rows[0]?.at
}
