import { sql } from 'kysely'
import type { LinkUtm } from '#contract/values/links.ts'
import type { Db } from '../../platform/db/db.ts'

export type StoredLink = { id: string; code: string; label: string; url: string; utm: LinkUtm; clicks: number }

/** The links of a campaign, in stored order. */
export const listLinks = (db: Db, businessId: string, campaignId: string) =>
  db
    .selectFrom('campaign_links')
    .select(['id', 'code', 'label', 'url', 'utm', 'clicks'])
    .$narrowType<StoredLink>()
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', campaignId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()

export type LinkValues = { label: string; url: string; utm: LinkUtm; position: number }
type NewLinkRow = LinkValues & { id: string; code: string; campaignId: string }

/** Returns false if the code is already in use. */
export async function insertLink(db: Db, businessId: string, { campaignId, utm, ...values }: NewLinkRow) {
  const inserted = await db
    .insertInto('campaign_links')
    .values({ business_id: businessId, campaign_id: campaignId, utm: JSON.stringify(utm), ...values })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const updateLink = (db: Db, businessId: string, { id, utm, ...values }: LinkValues & { id: string }) =>
  db
    .updateTable('campaign_links')
    .set({ utm: JSON.stringify(utm), ...values })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

export const deleteLinks = (db: Db, businessId: string, ids: readonly string[]) =>
  db
    .updateTable('campaign_links')
    .set({ deleted_at: sql<string>`now()` })
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

export type FoundLink = { business_id: string; id: string; url: string; utm: LinkUtm }
/** Finds a link in any business through a `security definer` function, because the code alone identifies the link. */
export async function findLink(db: Db, code: string) {
  const { rows } = await sql<FoundLink>`select * from find_campaign_link(${code})`.execute(db)
  return rows[0]
}

export type Clicks = { business_id: string; id: string; clicks: number }
/** Adds clicks to links of all businesses at once. Runs as the worker's role. */
export const addClicks = (db: Db, counted: Clicks[]) =>
  sql`update campaign_links l set clicks = l.clicks + c.clicks
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as c(business_id uuid, id uuid, clicks bigint)
    where l.business_id = c.business_id and l.id = c.id`.execute(db)
