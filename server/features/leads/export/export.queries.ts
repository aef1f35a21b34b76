import { type RawBuilder, sql } from 'kysely'
import type { LeadExport } from '#contract/leads/sheets/lead-export.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type LeadRow, leadColumns } from '../leads.sql.ts'

export const insertExport = (
  db: Db,
  businessId: string,
  { id, userId, asked }: { id: string; userId: string; asked: LeadExport },
) =>
  db
    .insertInto('lead_exports')
    .values({ business_id: businessId, id, user_id: userId, asked: JSON.stringify(asked) })
    .execute()

export async function findExport(db: Db, businessId: string, { id, userId }: { id: string; userId: string }) {
  const found = await db
    .selectFrom('lead_exports')
    .select('asked')
    .$narrowType<{ asked: LeadExport }>()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found?.asked
}

export async function countLeads(db: Db, businessId: string, chosen: RawBuilder<unknown>) {
  const { rows } = await sql<{ total: number }>`select count(*) as total
    from (${chosen}) chosen join leads l on l.business_id = ${businessId} and l.id = chosen.id`.execute(db)
  return rows[0]?.total ?? 0
}

/** Ids of the chosen leads, newest first, 16 bytes each: a million of them take 16 MB. */
export async function listIds(db: Db, businessId: string, chosen: RawBuilder<unknown>): Promise<Buffer> {
  const { rows } = await sql<{ ids: Buffer | null }>`
    select string_agg(uuid_send(l.id), ''::bytea order by l.created_at desc, l.id desc) as ids
    from (${chosen}) chosen join leads l on l.business_id = ${businessId} and l.id = chosen.id`.execute(db)
  return rows[0]?.ids ?? Buffer.alloc(0)
}

export type ExportedRow = LeadRow & { lost_reason: string | null }
/**
 * Leads by id, in the order of the ids. They are ordered here: whatever the planner expects of a business, it looks up
 * 2,000 ids, and joins nothing to a list of them.
 */
export async function listExported(db: Db, businessId: string, ids: readonly string[]) {
  const { rows } = await sql<ExportedRow>`select ${leadColumns},
      (select l.lost_reason from leads l where l.business_id = ${businessId} and l.id = r.id) as lost_reason
    from lead_rows r where r.business_id = ${businessId} and r.id = any(${ids}::uuid[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
