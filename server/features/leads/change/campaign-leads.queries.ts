import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

type Selection = { campaignId: string; withTrash: boolean; limit: number }
/** Locks leads of a campaign and reads the fields that the counters need. Locks before the join, as lockLeads does. */
export const lockLeadsOfCampaign = (db: Db, businessId: string, { campaignId, withTrash, limit }: Selection) =>
  db
    .with('l', (locked) =>
      locked
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
      // Value of a won lead, in agorot.
      sql<number>`case when s.type = 'Won' then coalesce(l.value, 0) else 0 end`.as('sales'),
    ])
    .where('s.business_id', '=', businessId)
    .execute()

type Move = { ids: readonly string[]; campaignId: string }
export const updateCampaignOfLeads = (db: Db, businessId: string, { ids, campaignId }: Move) =>
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
