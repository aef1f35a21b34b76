import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

type Wanted = { campaignId: string; withTrash: boolean; limit: number }
/**
 * Leads of a campaign with what they weigh in the counters; nobody else changes them until the transaction ends. Locked
 * first and joined then, as in lockLeads.
 */
export const lockLeadsOfCampaign = (db: Db, businessId: string, { campaignId, withTrash, limit }: Wanted) =>
  db
    .with('l', (held) =>
      held
        .selectFrom('leads')
        .selectAll()
        .where('business_id', '=', businessId)
        .where('campaign_id', '=', campaignId)
        .$if(!withTrash, (query) => query.where('deleted_at', 'is', null))
        .orderBy('id')
        .limit(limit)
        .forNoKeyUpdate(),
    )
    .selectFrom('l')
    .innerJoin('lead_statuses as s', 's.id', 'l.status_id')
    .select([
      'l.id',
      'l.status_id as statusId',
      'l.source',
      sql<string>`day_of(l.created_at)`.as('day'),
      sql<string>`response_step(seconds_to(l.created_at, l.first_response_at))`.as('response'),
      sql<boolean>`l.deleted_at is not null`.as('isTrashed'),
      // Agorot of a won lead.
      sql<number>`case when s.type = 'Won' then coalesce(l.value, 0) else 0 end`.as('sales'),
    ])
    .where('s.business_id', '=', businessId)
    .execute()

type Moved = { ids: readonly string[]; campaignId: string }
export const updateCampaignOfLeads = (db: Db, businessId: string, { ids, campaignId }: Moved) =>
  db
    .updateTable('leads')
    .set({ campaign_id: campaignId, last_activity_at: sql<string>`now()` })
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

export const updateLeadsAsDeleted = (db: Db, businessId: string, ids: readonly string[]) =>
  db
    .updateTable('leads')
    .set({ deleted_at: sql<string>`now()`, last_activity_at: sql<string>`now()` })
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
