import { sql } from 'kysely'
import type { SpeedToLead } from '#contract/leads/speed-to-lead/speed-to-lead.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

/** Changes of a business's settings wait for each other. */
export const lockSettings = (tx: Db, businessId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`speed to lead ${businessId}`}, 0))`.execute(tx)

type Stored = { settings: SpeedToLead; version: number }
export async function findSettings(db: Db, businessId: string, campaignId: string) {
  const [row] = await rowsOf<Stored>(
    db,
    sql`select settings, version from speed_to_lead where business_id = ${businessId} and campaign_id = ${campaignId}`,
  )
  return row
}

type NewSettings = Stored & { campaignId: string }
export const upsertSettings = (tx: Db, businessId: string, { campaignId, settings, version }: NewSettings) =>
  sql`insert into speed_to_lead (business_id, campaign_id, settings, version)
    values (${businessId}, ${campaignId}, ${JSON.stringify(settings)}::json, ${version})
    on conflict (business_id, campaign_id) do update set settings = excluded.settings, version = excluded.version`.execute(
    tx,
  )

export async function hasActiveNumber(db: Db, businessId: string, campaignId: string): Promise<boolean> {
  const found = await rowsOf(
    db,
    sql`select from virtual_numbers where business_id = ${businessId} and campaign_id = ${campaignId} and state = 'active'
      limit 1`,
  )
  return found.length > 0
}
