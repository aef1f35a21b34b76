import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** Live leads in the order of their ids, after one of them. */
export const listLeadsAfter = async (db: Db, businessId: string, after: string | null, limit: number) =>
  idsOf(
    await rowsOf<{ id: string }>(
      db,
      sql`select id from leads where business_id = ${businessId} and deleted_at is null
        and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`,
    ),
  )

type Page = { startedAt: string; limit: number }
/** Live leads with another of their phone, e-mail or name key that this sweep has not compared yet. */
export const listCandidates = async (
  db: Db,
  businessId: string,
  { after, startedAt, limit }: Page & { after: string | null },
) =>
  idsOf(
    await rowsOf<{ id: string }>(
      db,
      sql`select l.id from leads l where l.business_id = ${businessId} and l.deleted_at is null
        and (${after}::uuid is null or l.id > ${after}::uuid)
        and (l.has_duplicate_contact
          or exists (select from lead_contacts c where c.business_id = l.business_id and c.lead_id = l.id)
          -- Lateral, so that each key is looked up by its index, whatever the planner knows of the table.
          or exists (select from lead_name_keys k cross join lateral (select from lead_name_keys o
              where o.business_id = ${businessId} and o.key = k.key and o.lead_id <> k.lead_id limit 1) o
            where k.business_id = ${businessId} and k.lead_id = l.id))
        and not exists (select from duplicate_members m join duplicate_groups g
          on g.business_id = m.business_id and g.id = m.group_id
          where m.business_id = l.business_id and m.lead_id = l.id and g.checked_at >= ${startedAt})
        order by l.id limit ${limit}`,
    ),
  )

/** Leads of groups that this sweep has not found again. */
export const listUnconfirmed = async (db: Db, businessId: string, { startedAt, limit }: Page) =>
  idsOf(
    await rowsOf<{ id: string }>(
      db,
      sql`select m.lead_id as id from duplicate_members m join duplicate_groups g
        on g.business_id = m.business_id and g.id = m.group_id
        where m.business_id = ${businessId} and g.checked_at < ${startedAt} limit ${limit}`,
    ),
  )

/** Businesses whose last sweep began twenty hours ago or earlier; marks theirs as begun. */
export const beginSweeps = async (db: Db, at: Date) =>
  idsOf(
    await rowsOf<{ id: string }>(
      db,
      sql`insert into duplicate_sweeps as s (business_id, started_at)
        select b.business_id, ${at.toISOString()} from businesses b where b.closes_at is null
        on conflict (business_id) do update set started_at = excluded.started_at, finished_at = null
          where s.started_at <= excluded.started_at - interval '20 hours'
        returning business_id as id`,
    ),
  )

export async function finishSweep(db: Db, businessId: string, at: Date) {
  await sql`delete from duplicate_groups g where g.business_id = ${businessId} and not exists (
    select from duplicate_members m where m.business_id = g.business_id and m.group_id = g.id)`.execute(db)
  await sql`update duplicate_sweeps set finished_at = ${at.toISOString()} where business_id = ${businessId}`.execute(db)
}
