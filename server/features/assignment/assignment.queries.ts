import { sql } from 'kysely'
import type { AssignmentRule } from '#contract/leads/assignment/assignment-shapes.ts'
import type { User } from '#contract/team/users.ts'
import type { Db } from '../../platform/db/db.ts'
import { openLeads } from './open-leads.sql.ts'

/** Changes of a business's rules wait for each other. */
export const lockRules = (tx: Db, businessId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`assignment rules ${businessId}`}, 0))`.execute(tx)

export async function findRule(db: Db, businessId: string, campaignId: string) {
  const { rows } = await sql<{ rule: AssignmentRule; version: number }>`
    select rule, version from assignment_rules where business_id = ${businessId} and campaign_id = ${campaignId}`.execute(
    db,
  )
  return rows[0]
}

type NewRule = { campaignId: string; rule: AssignmentRule; version: number }
export const upsertRule = (tx: Db, businessId: string, { campaignId, rule, version }: NewRule) =>
  sql`insert into assignment_rules (business_id, campaign_id, rule, version)
    values (${businessId}, ${campaignId}, ${JSON.stringify(rule)}::json, ${version})
    on conflict (business_id, campaign_id) do update set rule = excluded.rule, version = excluded.version`.execute(tx)

/** Turns begin again when the people or their weights change. */
export const deleteTurns = (tx: Db, businessId: string, campaignId: string) =>
  tx
    .deleteFrom('assignment_turns')
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', campaignId)
    .execute()

export const listUsers = (db: Db, businessId: string, ids: readonly string[]): Promise<User[]> =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id as _id', 'u.name', 'u.image'])
    .where('m.business_id', '=', businessId)
    .where('u.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

/** Leads of a campaign that wait for a person. */
export async function countWaiting(db: Db, businessId: string, campaignId: string) {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from assignments a join leads l on l.business_id = a.business_id and l.id = a.lead_id
    where a.business_id = ${businessId} and a.placed_at is null and a.due_at is not null
      and l.campaign_id = ${campaignId} and l.deleted_at is null and l.assigned_to is null`.execute(db)
  return rows[0]?.waiting ?? 0
}

/** Undefined: not a member of the business. */
export async function findCapacity(db: Db, businessId: string, userId: string) {
  const { rows } = await sql<{ capacity: number | null }>`
    select k.open_max as capacity from memberships m
      left join lead_capacities k on k.business_id = m.business_id and k.user_id = m.user_id
    where m.business_id = ${businessId} and m.user_id = ${userId} for no key update of m`.execute(db)
  return rows[0]
}

/** Open leads and the most of them; undefined: not a member of the business. */
export async function findLoad(db: Db, businessId: string, userId: string) {
  const { rows } = await sql<{ open: number; capacity: number | null }>`
    select ${openLeads(businessId)} as open, k.open_max as capacity from memberships m
      left join lead_capacities k on k.business_id = m.business_id and k.user_id = m.user_id
    where m.business_id = ${businessId} and m.user_id = ${userId} and m.removed_at is null`.execute(db)
  return rows[0]
}

export const putCapacity = (tx: Db, businessId: string, userId: string, capacity: number | null) =>
  capacity === null
    ? sql`delete from lead_capacities where business_id = ${businessId} and user_id = ${userId}`.execute(tx)
    : sql`insert into lead_capacities (business_id, user_id, open_max) values (${businessId}, ${userId}, ${capacity})
        on conflict (business_id, user_id) do update set open_max = excluded.open_max`.execute(tx)
