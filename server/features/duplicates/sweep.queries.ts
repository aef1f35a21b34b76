import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import { COMPARED_MAX } from './grouping.queries.ts'

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
type Swept = { id: string; isCandidate: boolean }
/**
 * The next live leads in the order of their ids. Candidates are those with another of their phone, e-mail or name key that
 * this sweep has not compared yet. The page is read first, and each of its keys is counted once, so that the planner
 * cannot compare the keys of all leads for each page.
 */
export const listSwept = (db: Db, businessId: string, { after, startedAt, limit }: Page & { after: string | null }) =>
  rowsOf<Swept>(
    db,
    sql`with page as materialized (
        select l.id, l.has_duplicate_contact from leads l where l.business_id = ${businessId} and l.deleted_at is null
          and (${after}::uuid is null or l.id > ${after}::uuid) order by l.id limit ${limit}),
      keyed as materialized (select k.lead_id, k.key from page p
        join lead_name_keys k on k.business_id = ${businessId} and k.lead_id = p.id),
      -- A key that more leads have says nothing.
      shared as materialized (select k.key from (select distinct key from keyed) k cross join lateral (
          select count(*) as leads from (select from lead_name_keys o
            where o.business_id = ${businessId} and o.key = k.key limit ${sql.lit(COMPARED_MAX + 1)}) o) c
        where c.leads between 2 and ${sql.lit(COMPARED_MAX)}),
      checked as materialized (select m.lead_id from page p
        join duplicate_members m on m.business_id = ${businessId} and m.lead_id = p.id
        join duplicate_groups g on g.business_id = m.business_id and g.id = m.group_id and g.checked_at >= ${startedAt})
    select p.id, (p.has_duplicate_contact
        or p.id in (select c.lead_id from page f join lead_contacts c on c.business_id = ${businessId} and c.lead_id = f.id)
        or p.id in (select k.lead_id from keyed k join shared s on s.key = k.key))
      and p.id not in (select lead_id from checked) as "isCandidate"
    from page p order by p.id`,
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
