import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

type Clocks = { campaignId: string | null; since: Date; after: string | null; limit: number }
/**
 * Counts when the target of unanswered leads is reached, in the order of their ids after one, and looks again at those that
 * changed. Returns the ids.
 */
export async function countClocks(db: Db, businessId: string, { campaignId, since, after, limit }: Clocks) {
  const { rows } = await sql<{ id: string }>`
    with chosen as materialized (
      select l.id, l.campaign_id, l.created_at, l.response_due_at from leads l
      where l.business_id = ${businessId} and l.deleted_at is null and l.first_response_at is null
        and l.created_at > ${since.toISOString()} and l.has_response_clock
        and (${campaignId}::uuid is null or l.campaign_id = ${campaignId})
        and (${after}::uuid is null or l.id > ${after})
      order by l.id limit ${limit} for no key update),
    counted as (
      select h.id, h.response_due_at as before,
        response_due(${businessId}, h.campaign_id, h.created_at, c.response_target) as due
      from chosen h join campaigns c on c.business_id = ${businessId} and c.id = h.campaign_id),
    written as (
      update leads l set response_due_at = n.due from counted n
      where l.business_id = ${businessId} and l.id = n.id and n.due is distinct from n.before returning l.id),
    woken as (
      update assignments a set due_at = '-infinity' from written w
      where a.business_id = ${businessId} and a.lead_id = w.id and not a.is_over)
    select id from chosen order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function listBusinessesWithClocks(db: Db, since: Date) {
  const { rows } = await sql<{ businessId: string }>`
    select b.business_id as "businessId" from businesses b where exists (select from leads l
      where l.business_id = b.business_id and l.deleted_at is null and l.first_response_at is null
        and l.created_at > ${since.toISOString()})`.execute(db)
  return rows
}
