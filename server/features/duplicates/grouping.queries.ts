import { sql } from 'kysely'
import type { DuplicateReason } from '#contract/duplicates/duplicates.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

/** Leads that are compared by one phone, e-mail or name key; of more, nothing is said. */
export const COMPARED_MAX = 50

export type NamedLead = { id: string; name: string; createdAt: string }
/** Those of these leads that are live. */
export const listLive = (db: Db, businessId: string, ids: readonly string[]) =>
  rowsOf<NamedLead>(
    db,
    sql`select id, name, created_at as "createdAt" from leads
    where business_id = ${businessId} and id = any(${ids}::uuid[]) and deleted_at is null and erased_at is null`,
  )

type Keyed = { leadId: string; key: string }
/** Stores the name keys of these leads in place of those that they had. */
export async function replaceNameKeys(tx: Db, businessId: string, ids: readonly string[], keyed: readonly Keyed[]) {
  const [leadIds, keys] = [keyed.map(({ leadId }) => leadId), keyed.map(({ key }) => key)]
  const wanted = sql`unnest(${leadIds}::uuid[], ${keys}::text[])`
  await sql`delete from lead_name_keys k where k.business_id = ${businessId} and k.lead_id = any(${ids}::uuid[])
    and (k.lead_id, k.key) not in (select * from ${wanted})`.execute(tx)
  await sql`insert into lead_name_keys (business_id, lead_id, key)
    select ${businessId}, w.lead_id, w.key from ${wanted} w(lead_id, key)
    where not exists (select from lead_name_keys k
      where k.business_id = ${businessId} and k.key = w.key and k.lead_id = w.lead_id)
    on conflict do nothing`.execute(tx)
}

export type Edge = { one: string; other: string; reason: DuplicateReason }
/**
 * Live leads that share a phone or an e-mail with these, also by further contacts. The contacts of a lead that is not marked
 * (has_duplicate_contact) are no other lead's phone or e-mail, so they are looked for among further contacts alone.
 */
export const listContactEdges = (db: Db, businessId: string, ids: readonly string[]) => {
  const most = sql.lit(COMPARED_MAX)
  return rowsOf<Edge>(
    db,
    sql`with contacts as materialized (
        select l.id, v.value, l.has_duplicate_contact as is_shared
          from leads l cross join lateral (values (l.phone), (l.email)) v(value)
          where l.business_id = ${businessId} and l.id = any(${ids}::uuid[]) and l.deleted_at is null and v.value is not null
        union select c.lead_id, c.value, true from lead_contacts c
          where c.business_id = ${businessId} and c.lead_id = any(${ids}::uuid[]))
    select c.id as one, o.id as other, case when c.value like '+%' then 'phone' else 'email' end as reason
    from contacts c cross join lateral (
      (select l.id from leads l where c.is_shared and l.business_id = ${businessId} and l.phone = c.value
        and l.deleted_at is null limit ${most})
      union (select l.id from leads l where c.is_shared and l.business_id = ${businessId} and l.email = c.value
        and l.deleted_at is null limit ${most})
      union (select l.id from lead_contacts k join leads l on l.business_id = k.business_id and l.id = k.lead_id
        where k.business_id = ${businessId} and k.value = c.value and l.deleted_at is null limit ${most})) o
    where o.id <> c.id`,
  )
}

export type KeyMatch = { key: string; id: string; name: string }
/** Live leads with these name keys, without keys that more leads have than are compared. */
export const listKeyMatches = (db: Db, businessId: string, keys: readonly string[]) =>
  rowsOf<KeyMatch>(
    db,
    sql`select w.key, l.id, l.name from unnest(${keys}::text[]) w(key)
      cross join lateral (select array(select k.lead_id from lead_name_keys k
        where k.business_id = ${businessId} and k.key = w.key limit ${sql.lit(COMPARED_MAX + 1)}) as ids) k
      join leads l on l.business_id = ${businessId} and l.id = any(k.ids) and l.deleted_at is null
    where cardinality(k.ids) <= ${sql.lit(COMPARED_MAX)}`,
  )

/** Leads in the groups of these leads. */
export const listGroupMates = (db: Db, businessId: string, ids: readonly string[]) =>
  rowsOf<{ id: string }>(
    db,
    sql`select m.lead_id as id from duplicate_members m where m.business_id = ${businessId} and m.group_id in (
      select o.group_id from duplicate_members o where o.business_id = ${businessId} and o.lead_id = any(${ids}::uuid[]))`,
  )

/** Pairs among these leads that are not the same person. */
export const listDistinct = (db: Db, businessId: string, ids: readonly string[]) =>
  rowsOf<{ low: string; high: string }>(
    db,
    sql`select low, high from distinct_leads
    where business_id = ${businessId} and low = any(${ids}::uuid[]) and high = any(${ids}::uuid[])`,
  )

/** Serializes changes of a business's groups until the transaction ends. */
export const lockGroups = (tx: Db, businessId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`duplicate groups ${businessId}`}, 0))`.execute(tx)

export const deleteGroupsOf = (tx: Db, businessId: string, ids: readonly string[]) =>
  sql`delete from duplicate_groups where business_id = ${businessId} and id in (
    select group_id from duplicate_members where business_id = ${businessId} and lead_id = any(${ids}::uuid[]))`.execute(
    tx,
  )

export type NewGroup = { id: string; reasons: DuplicateReason[]; newestAt: string; leadIds: string[] }
export async function insertGroups(tx: Db, businessId: string, groups: readonly NewGroup[], at: string) {
  if (!groups.length) return
  const rows = sql`jsonb_to_recordset(${JSON.stringify(groups)}::jsonb)
    as g(id uuid, reasons text[], "newestAt" timestamptz, "leadIds" uuid[])`
  await sql`insert into duplicate_groups (business_id, id, reasons, size, newest_at, checked_at)
    select ${businessId}, g.id, g.reasons, cardinality(g."leadIds"), g."newestAt", ${at} from ${rows}`.execute(tx)
  await sql`insert into duplicate_members (business_id, lead_id, group_id)
    select ${businessId}, unnest(g."leadIds"), g.id from ${rows}`.execute(tx)
}

type Pair = { low: string; high: string }
export const insertDistinct = (tx: Db, businessId: string, { pairs, by }: { pairs: readonly Pair[]; by: string }) =>
  sql`insert into distinct_leads (business_id, low, high, decided_by)
    select ${businessId}, p.low, p.high, ${by} from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
      as p(low uuid, high uuid) on conflict do nothing`.execute(tx)

export const deleteMember = (tx: Db, businessId: string, leadId: string) =>
  sql`delete from duplicate_members where business_id = ${businessId} and lead_id = ${leadId}`.execute(tx)
