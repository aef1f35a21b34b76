import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { ClosedRow } from './closing.queries.ts'

const facts = sql`l.campaign_id as "campaignId", f.lead_id as "leadId", f.id as "followUpId", f.action,
  f.due_at as "dueAt", f.user_id as "assignedTo", f.note`
type Way = { from: string; to: string; at: string }

/** Of two open follow-ups of one person on the two leads, closes the one that is due later. */
export const closeLater = (tx: Db, businessId: string, { from, to, at }: Way) =>
  rowsOf<ClosedRow>(
    tx,
    sql`with pairs as (select a.id as one, a.due_at as one_due, b.id as other, b.due_at as other_due
      from follow_ups a join follow_ups b on b.business_id = a.business_id and b.user_id = a.user_id
      where a.business_id = ${businessId} and a.lead_id = ${from} and b.lead_id = ${to}
        and a.closed_at is null and b.closed_at is null)
    update follow_ups f set closed_at = ${at}, ending = 'merged' from pairs p, leads l
    where f.business_id = ${businessId} and f.id = case when p.one_due < p.other_due then p.other else p.one end
      and l.business_id = f.business_id and l.id = f.lead_id
    returning ${facts}`,
  )

/** Open follow-ups that a status of the lead brought; on another lead they are their person's own. */
export async function releaseBrought(tx: Db, businessId: string, leadId: string) {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`update follow_ups set brought_by = null where business_id = ${businessId} and lead_id = ${leadId}
      and closed_at is null and brought_by is not null returning id`,
  )
  return rows.map(({ id }) => id)
}

/** They belong to the status of their lead again, as far as they are still open. */
export const restoreBrought = (tx: Db, businessId: string, leadId: string, ids: readonly string[]) =>
  sql`update follow_ups f set brought_by = l.status_id from leads l
    where f.business_id = ${businessId} and f.lead_id = ${leadId} and f.id = any(${ids}::uuid[]) and f.closed_at is null
      and l.business_id = f.business_id and l.id = f.lead_id`.execute(tx)

/** Opens those that a merge closed, unless their person has another open one on the lead by now. */
export const reopenMerged = (tx: Db, businessId: string, ids: readonly string[]) =>
  rowsOf<ClosedRow>(
    tx,
    sql`update follow_ups f set closed_at = null, ending = null from leads l
    where f.business_id = ${businessId} and f.id = any(${ids}::uuid[]) and f.ending = 'merged'
      and l.business_id = f.business_id and l.id = f.lead_id and l.erased_at is null
      and not exists (select from follow_ups o where o.business_id = f.business_id and o.lead_id = f.lead_id
        and o.user_id = f.user_id and o.closed_at is null)
    returning ${facts}`,
  )
