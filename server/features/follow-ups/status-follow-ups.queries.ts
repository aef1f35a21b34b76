import { sql } from 'kysely'
import { rolesWith } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ClosedRow } from './closing.queries.ts'

/** A change of a lead to this status. `userId` is set if a person made the change. */
export type StatusChange = { eventId: string; leadId: string; statusId: string; userId: string | null; at: string }
export type StatusRow = ClosedRow & { statusId: string }

export async function hasStatusFollowUps(db: Db, businessId: string) {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from lead_statuses where business_id = ${businessId} and follow_up_action is not null)
      or exists (select from follow_ups where business_id = ${businessId} and closed_at is null
        and brought_by is not null) as has`.execute(db)
  return rows[0]?.has ?? false
}

/** Locks the leads in the order of their ids, as other changes of many leads do, so that they cannot deadlock. */
export const lockLeads = (tx: Db, businessId: string, leadIds: readonly string[]) =>
  sql`select from leads where business_id = ${businessId} and id = any(${leadIds}::uuid[])
    order by id for no key update`.execute(tx)

const facts = (statusId: string) => sql`l.campaign_id as "campaignId", f.lead_id as "leadId", f.id as "followUpId",
  f.action, f.due_at as "dueAt", f.user_id as "assignedTo", f.note, ${sql.raw(statusId)} as "statusId"`

/** Deletes open follow-ups that a status created which the lead has left, unless they replaced another follow-up. */
export async function deleteLeft(tx: Db, businessId: string, leadIds: readonly string[]) {
  const { rows } = await sql<StatusRow>`
    delete from follow_ups f using leads l
    where f.business_id = ${businessId} and f.lead_id = any(${leadIds}::uuid[]) and f.closed_at is null
      and f.brought_by is not null and f.replaced is null
      and l.business_id = f.business_id and l.id = f.lead_id and l.status_id <> f.brought_by
    returning ${facts('f.brought_by')}`.execute(tx)
  return rows
}

/** Restores follow-ups that were replaced by one of a status which the lead has left. */
export async function restoreReplaced(tx: Db, businessId: string, leadIds: readonly string[]) {
  const { rows } = await sql<StatusRow>`
    with was as (select f.id, f.brought_by from follow_ups f join leads l on l.business_id = f.business_id and l.id = f.lead_id
      where f.business_id = ${businessId} and f.lead_id = any(${leadIds}::uuid[]) and f.closed_at is null
        and f.brought_by is not null and f.replaced is not null and l.status_id <> f.brought_by)
    update follow_ups f set action = f.replaced->>'action', due_at = (f.replaced->>'due_at')::timestamptz,
      note = f.replaced->>'note', created_by = (f.replaced->>'created_by')::uuid,
      created_at = (f.replaced->>'created_at')::timestamptz, reminded_at = (f.replaced->>'reminded_at')::timestamptz,
      given_by = (f.replaced->>'given_by')::uuid, brought_by = null, replaced = null
    from was w, leads l
    where f.business_id = ${businessId} and f.id = w.id and l.business_id = f.business_id and l.id = f.lead_id
    returning ${facts('w.brought_by')}`.execute(tx)
  return rows
}

const works = sql.join(rolesWith('followUps.edit').map((role) => sql.lit(role)))
/**
 * Creates the follow-up of the status that each lead still has: for the assignee, or else for the person who changed
 * the status, if they may work on the lead. An open follow-up of that person is kept in `replaced`. An undo, or moving
 * leads from a deleted status, creates none. Each change is handled once.
 */
export async function bring(tx: Db, businessId: string, changes: readonly (StatusChange & { id: string })[]) {
  const { rows } = await sql<StatusRow>`
    insert into follow_ups as f (business_id, id, lead_id, user_id, action, due_at, note, created_by, created_at,
      brought_by, brought_in)
    select l.business_id, c.id, l.id, w.user_id, s.follow_up_action,
      c.at + make_interval(mins => s.follow_up_minutes), s.follow_up_note, c."userId", c.at, s.id, c."eventId"
    from (select distinct on (c."leadId") * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        as c(id uuid, "eventId" uuid, "leadId" uuid, "statusId" uuid, "userId" uuid, at timestamptz)
        order by c."leadId", c."eventId" desc) c
      join leads l on l.business_id = ${businessId} and l.id = c."leadId" and l.status_id = c."statusId"
        and l.deleted_at is null and l.erased_at is null
      join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id and s.follow_up_action is not null
      join businesses b on b.business_id = l.business_id
      cross join lateral (select m.user_id from memberships m left join campaign_members p
          on p.business_id = m.business_id and p.user_id = m.user_id and p.campaign_id = l.campaign_id
        where m.business_id = l.business_id and m.user_id in (l.assigned_to, c."userId") and m.suspended_at is null
          and (m.role in ('Owner', 'Admin') or (p.role in (${works})
            and (m.user_id = l.assigned_to or not (b.own_leads_only and p.role in ('Writer', 'Reader')))))
        order by m.user_id is distinct from l.assigned_to limit 1) w
    where not exists (select from follow_ups o where o.business_id = l.business_id and o.lead_id = l.id
        and (o.brought_in >= c."eventId" or (o.closed_at is null and o.brought_by = s.id)))
    on conflict (business_id, lead_id, user_id) where closed_at is null do update
      set action = excluded.action, due_at = excluded.due_at, note = excluded.note, created_by = excluded.created_by,
        created_at = excluded.created_at, brought_by = excluded.brought_by, brought_in = excluded.brought_in,
        reminded_at = null, given_by = null, replaced = jsonb_build_object('action', f.action, 'due_at', f.due_at,
          'note', f.note, 'created_by', f.created_by, 'created_at', f.created_at, 'reminded_at', f.reminded_at,
          'given_by', f.given_by)
    returning (select l.campaign_id from leads l where l.business_id = f.business_id and l.id = f.lead_id) as "campaignId",
      f.lead_id as "leadId", f.id as "followUpId", f.action, f.due_at as "dueAt", f.user_id as "assignedTo", f.note,
      f.brought_by as "statusId"`.execute(tx)
  return rows
}

/** Those of these operations that create no follow-ups. */
export async function listSilentOperations(db: Db, businessId: string, ids: readonly string[]) {
  if (!ids.length) return []
  const { rows } = await sql<{ id: string }>`
    select id from operations where business_id = ${businessId} and id = any(${ids}::uuid[])
      and kind in ('undo', 'replace')`.execute(db)
  return rows.map(({ id }) => id)
}

/** Merges among these, and undos of merges: they neither bring follow-ups nor end any. */
export async function listMerges(db: Db, businessId: string, ids: readonly string[]) {
  if (!ids.length) return []
  const { rows } = await sql<{ id: string }>`
    select id from operations where business_id = ${businessId} and id = any(${ids}::uuid[])
      and action ->> 'kind' = 'merge'`.execute(db)
  return rows.map(({ id }) => id)
}
