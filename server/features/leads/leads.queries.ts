import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type LeadRow, leadColumns } from './leads.shape.ts'

/** Rows by id, whatever their place; `visible` null: of every campaign. */
export async function listLeadsById(
  db: Db,
  businessId: string,
  ids: readonly string[],
  visible: readonly string[] | null,
) {
  const { rows } = await sql<LeadRow>`select ${leadColumns} from lead_rows r
    where r.business_id = ${businessId} and r.id = any(${ids}::uuid[]) and (${visible}::uuid[] is null or r.campaign_id = any(${visible}::uuid[]))`.execute(
    db,
  )
  return rows
}

type Contact = { phone: string | undefined; email: string | undefined; visible: readonly string[] | null }
/** Live leads with this phone or e-mail, newest first. */
export async function listLeadsByContact(
  db: Db,
  businessId: string,
  { phone, email, visible }: Contact,
  limit: number,
) {
  const { rows } = await sql<LeadRow>`
    with found as materialized (
      select id from leads where business_id = ${businessId} and phone = ${phone ?? null} and deleted_at is null
      union select id from leads where business_id = ${businessId} and email = ${email ?? null} and deleted_at is null)
    select ${leadColumns} from found f join lead_rows r on r.business_id = ${businessId} and r.id = f.id
    where ${visible}::uuid[] is null or r.campaign_id = any(${visible}::uuid[])
    order by r.created_at desc limit ${limit}`.execute(db)
  return rows
}

export const listSources = (db: Db, businessId: string, limit: number) =>
  db
    .selectFrom('lead_counts')
    .select('key as source')
    .where('business_id', '=', businessId)
    .where('facet', '=', 'source')
    .where('total', '>', 0)
    .orderBy('total', 'desc')
    .limit(limit)
    .execute()

export async function listSourcesOfCampaigns(db: Db, businessId: string, campaigns: readonly string[], limit: number) {
  const { rows } = await sql<{ source: string }>`
    select key as source from campaign_month_counts
    where business_id = ${businessId} and campaign_id = any(${campaigns}::uuid[]) and facet = 'source'
    group by key having sum(total) > 0 order by sum(total) desc, key limit ${limit}`.execute(db)
  return rows
}
