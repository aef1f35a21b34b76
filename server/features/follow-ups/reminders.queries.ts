import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { ClosedRow } from './closing.queries.ts'

export type DueRow = ClosedRow & { businessId: string }
type Due = { now: string; most: number }
/**
 * Marks open follow-ups that are due as reminded. Rows that are being changed are skipped until the next run. `isLive`:
 * the lead exists and the business is open.
 */
export async function takeDue(tx: Db, { now, most }: Due) {
  const { rows } = await sql<DueRow & { isLive: boolean }>`
    with due as (select business_id, id from follow_ups
      where closed_at is null and reminded_at is null and due_at <= ${now}
      order by due_at limit ${most} for update skip locked)
    update follow_ups f set reminded_at = ${now}
    from due d, leads l, businesses b
    where f.business_id = d.business_id and f.id = d.id and l.business_id = f.business_id and l.id = f.lead_id
      and b.business_id = f.business_id
    returning f.business_id as "businessId", l.campaign_id as "campaignId", f.lead_id as "leadId",
      f.id as "followUpId", f.action, f.due_at as "dueAt", f.user_id as "assignedTo", f.note,
      l.deleted_at is null and b.closes_at is null as "isLive"`.execute(tx)
  return rows
}
