import { sql } from 'kysely'
import type { WorkingHours } from '#contract/working-hours/working-hours.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { StoredHours } from './working-hours.rules.ts'

/** Serializes changes of a business's hours and of its campaigns', and the writing of their open periods. */
export const lockHours = (tx: Db, businessId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${businessId}::text || ' hours', 0))`.execute(tx)

/** The hours of a business, with those of a campaign. Undefined: no such business, or it is being erased. */
export async function findHours(
  db: Db,
  businessId: string,
  campaignId: string | null,
): Promise<StoredHours | undefined> {
  const [row] = await rowsOf<StoredHours>(
    db,
    sql`select b.city, w.hours, coalesce(w.version, 0) as version, w.written_until as "writtenUntil",
        c.hours as "ofCampaign", coalesce(c.version, 0) as "versionOfCampaign"
      from businesses b
      left join working_hours w on w.business_id = b.business_id and w.owner_id = b.business_id
      left join working_hours c on c.business_id = b.business_id and c.owner_id = ${campaignId}::uuid
      where b.business_id = ${businessId} and b.erasing_since is null`,
  )
  return row
}

type CampaignHours = { campaignId: string; hours: WorkingHours; writtenUntil: string | null }
/** Campaigns with hours of their own. */
export const listCampaignHours = (db: Db, businessId: string) =>
  rowsOf<CampaignHours>(
    db,
    sql`select campaign_id as "campaignId", hours, written_until as "writtenUntil" from working_hours
      where business_id = ${businessId} and campaign_id is not null and hours is not null`,
  )

type Changed = { campaignId: string | null; hours: WorkingHours | null; version: number }
export const upsertHours = (tx: Db, businessId: string, { campaignId, hours, version }: Changed) =>
  sql`insert into working_hours (business_id, campaign_id, hours, version)
    values (${businessId}, ${campaignId}, ${hours && JSON.stringify(hours)}::json, ${version})
    on conflict (business_id, owner_id) do update set hours = excluded.hours, version = excluded.version`.execute(tx)

/** Notes until when open periods are written; a business whose hours were never set gets its row. */
export const upsertWrittenUntil = (
  tx: Db,
  businessId: string,
  { campaignId, until }: { campaignId: string | null; until: Date },
) =>
  sql`insert into working_hours (business_id, campaign_id, written_until)
    values (${businessId}, ${campaignId}, ${until.toISOString()})
    on conflict (business_id, owner_id) do update set written_until = excluded.written_until`.execute(tx)

const ofOwner = (businessId: string, campaignId: string | null) =>
  sql`business_id = ${businessId} and owner_id = ${campaignId ?? businessId}::uuid`

/** Removes what is open from a moment on. */
export async function deletePeriods(
  tx: Db,
  businessId: string,
  { campaignId, from }: { campaignId: string | null; from: Date },
) {
  const at = from.toISOString()
  await sql`delete from open_periods where ${ofOwner(businessId, campaignId)} and opens_at >= ${at}`.execute(tx)
  await sql`update open_periods set closes_at = ${at} where ${ofOwner(businessId, campaignId)} and closes_at > ${at}`.execute(
    tx,
  )
}

type Periods = { campaignId: string | null; periods: readonly { from: number; to: number }[] }
export const insertPeriods = (tx: Db, businessId: string, { campaignId, periods }: Periods) =>
  sql`insert into open_periods (business_id, campaign_id, opens_at, closes_at)
    select ${businessId}, ${campaignId}::uuid, opens_at, closes_at
    from unnest(${periods.map(({ from }) => new Date(from).toISOString())}::timestamptz[],
      ${periods.map(({ to }) => new Date(to).toISOString())}::timestamptz[]) as written(opens_at, closes_at)`.execute(
    tx,
  )

/** Gives a campaign the business's open periods that began before a moment. */
export const copyPeriods = (tx: Db, businessId: string, campaignId: string, before: Date) =>
  sql`insert into open_periods (business_id, campaign_id, opens_at, closes_at)
    select business_id, ${campaignId}::uuid, opens_at, closes_at from open_periods
    where ${ofOwner(businessId, null)} and opens_at < ${before.toISOString()}
    on conflict do nothing`.execute(tx)

/** Businesses whose open periods, or a campaign's, are not written until this moment. */
export const listUnwritten = (db: Db, until: Date) =>
  rowsOf<{ businessId: string }>(
    db,
    sql`select b.business_id as "businessId" from businesses b
      left join working_hours w on w.business_id = b.business_id and w.owner_id = b.business_id
      where b.erasing_since is null and (w.written_until is null or w.written_until < ${until.toISOString()})
      union select business_id from working_hours
      where campaign_id is not null and hours is not null and written_until < ${until.toISOString()}`,
  )
