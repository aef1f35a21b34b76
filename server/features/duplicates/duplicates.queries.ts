import { sql } from 'kysely'
import { type DuplicateReason, GROUPS_COUNTED } from '#contract/duplicates/duplicates.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

type GroupRow = { id: string; reasons: DuplicateReason[]; size: number; leadIds: string[] }
/**
 * Groups with at least two live leads in these campaigns (null: all), the newest first. `leadIds` are those, by their
 * last activity.
 */
const visible = (businessId: string, campaigns: readonly string[] | null) => sql`
  select g.id, g.reasons, g.newest_at from duplicate_groups g where g.business_id = ${businessId}
    and (select count(*) from duplicate_members m join leads l on l.business_id = m.business_id and l.id = m.lead_id
      where m.business_id = g.business_id and m.group_id = g.id and l.deleted_at is null
        and (${campaigns}::uuid[] is null or l.campaign_id = any(${campaigns}::uuid[]))) >= 2
  order by g.newest_at desc, g.id`

type Page = { campaigns: readonly string[] | null; offset: number; limit: number }
export const listGroups = (db: Db, businessId: string, { campaigns, offset, limit }: Page) =>
  rowsOf<GroupRow>(
    db,
    sql`select g.id, g.reasons, i.size, i.ids as "leadIds"
    from (${visible(businessId, campaigns)} offset ${offset} limit ${limit}) g
    cross join lateral (select count(*) as size, coalesce(array_agg(l.id order by l.last_activity_at desc, l.id)
        filter (where ${campaigns}::uuid[] is null or l.campaign_id = any(${campaigns}::uuid[])), '{}') as ids
      from duplicate_members m join leads l on l.business_id = m.business_id and l.id = m.lead_id
      where m.business_id = ${businessId} and m.group_id = g.id and l.deleted_at is null) i
    order by g.newest_at desc, g.id`,
  )

/** Number of groups, up to GROUPS_COUNTED and one. */
export async function countGroups(db: Db, businessId: string, campaigns: readonly string[] | null) {
  const [row] = await rowsOf<{ total: number }>(
    db,
    sql`select count(*) as total from (${visible(businessId, campaigns)} limit ${sql.lit(GROUPS_COUNTED + 1)}) counted`,
  )
  return row?.total ?? 0
}
