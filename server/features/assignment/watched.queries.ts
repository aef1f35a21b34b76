import { sql } from 'kysely'
import type { AssignmentRule } from '#contract/leads/assignment/assignment-shapes.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Lease } from '../../platform/jobs/due-work.ts'

export type Watch = { businessId: string; leadId: string }

/** Leads at which to look now, of those that became due together the newest first; until the lease ends no other process takes them. */
export async function takeDue(db: Db, { now, leaseUntil, most }: Lease) {
  const { rows } = await sql<Watch>`
    update assignments a set due_at = ${leaseUntil.toISOString()}
    from (select business_id, lead_id from assignments where due_at <= ${now.toISOString()}
      order by due_at, lead_id desc limit ${most} for update skip locked) d
    where a.business_id = d.business_id and a.lead_id = d.lead_id
    returning a.business_id as "businessId", a.lead_id as "leadId"`.execute(db)
  return rows
}

export const putDue = (db: Db, businessId: string, leadId: string, dueAt: Date | null) =>
  db
    .updateTable('assignments')
    .set({ due_at: dueAt?.toISOString() ?? null })
    .where('business_id', '=', businessId)
    .where('lead_id', '=', leadId)
    .execute()

/** What the rule has done with a lead, and what it depends on. */
export type Watched = {
  placedAt: string | null
  escalatedAt: string | null
  passed: string[]
  isOver: boolean
  rule: AssignmentRule | null
  /** Working minutes; null: no target. */
  target: number | null
  /** When the lead, or the person to whom it was handed over, has had the target; null: not known. */
  lateAt: string | null
  isErased: boolean
  /** The business closes. */
  isClosing: boolean
  /** Of a lead that a call made: who answered it, and whether that call goes on. */
  answeredBy: string | null
  isOnPhone: boolean
}
/** Locks what is written about the lead; the lead itself is locked before. */
export async function findWatched(tx: Db, businessId: string, leadId: string): Promise<Watched | undefined> {
  const { rows } = await sql<Watched>`
    select a.placed_at as "placedAt", a.escalated_at as "escalatedAt", a.passed, a.is_over as "isOver", r.rule,
      c.response_target as target, case when a.escalated_at is null then l.response_due_at
        else response_due(l.business_id, l.campaign_id, a.escalated_at, c.response_target) end as "lateAt",
      l.erased_at is not null as "isErased", b.closes_at is not null as "isClosing",
      case when l.source = 'call' then (select t.answered_by from calls t where t.business_id = l.business_id
        and t.lead_id = l.id and t.answered_by is not null and t.started_at <= l.created_at + interval '1 minute'
        order by t.started_at limit 1) end as "answeredBy",
      l.source = 'call' and exists (select from calls t where t.business_id = l.business_id and t.lead_id = l.id
        and t.status is null) as "isOnPhone"
    from assignments a join leads l on l.business_id = a.business_id and l.id = a.lead_id
      join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
      join businesses b on b.business_id = l.business_id
      left join assignment_rules r on r.business_id = l.business_id and r.campaign_id = l.campaign_id
    where a.business_id = ${businessId} and a.lead_id = ${leadId} for update of a`.execute(tx)
  return rows[0]
}

export type Looked = {
  dueAt: Date | null
  placedAt: string | null
  escalatedAt: string | null
  passed: string[]
  isOver: boolean
}
export const putLooked = (tx: Db, businessId: string, leadId: string, { dueAt, ...looked }: Looked) =>
  sql`update assignments set due_at = ${dueAt?.toISOString() ?? null}, placed_at = ${looked.placedAt},
      escalated_at = ${looked.escalatedAt}, passed = ${looked.passed}::uuid[], is_over = ${looked.isOver}
    where business_id = ${businessId} and lead_id = ${leadId}`.execute(tx)

type Waiting = { campaignId: string; userIds: readonly string[]; at: Date }
/** When one of these people is next on shift. */
export async function findNextShift(db: Db, businessId: string, { userIds, at }: Waiting) {
  const { rows } = await sql<{ at: string | null }>`
    select min(p.starts_at) as at from shift_periods p
    where p.business_id = ${businessId} and p.user_id = any(${userIds}::uuid[]) and p.starts_at > ${at.toISOString()}`.execute(
    db,
  )
  return rows[0]?.at ?? null
}

type Late = { campaignId: string; userIds: readonly string[]; leads: boolean; owners: boolean }
/** Active members to notify of a late lead: these, the Leads of its campaign, the Owners. */
export async function listNotifiedOfLate(db: Db, businessId: string, { campaignId, userIds, leads, owners }: Late) {
  const { rows } = await sql<{ id: string }>`
    select m.user_id as id from memberships m left join campaign_members p
      on p.business_id = m.business_id and p.user_id = m.user_id and p.campaign_id = ${campaignId}
    where m.business_id = ${businessId} and m.suspended_at is null and (m.role in ('Owner', 'Admin') or p.user_id is not null)
      and (m.user_id = any(${userIds}::uuid[]) or (${leads} and p.role = 'Lead') or (${owners} and m.role = 'Owner'))
    order by m.user_id`.execute(db)
  return rows.map(({ id }) => id)
}

type NewLead = { business_id: string; lead_id: string; campaign_id: string; by_hand: boolean }
/** Begins to look at new leads whose campaign has a rule. One that a person entered keeps the assignee that they chose. */
export const watch = (tx: Db, leads: readonly NewLead[]) =>
  sql`
    insert into assignments (business_id, lead_id, due_at, placed_at)
    select n.business_id, n.lead_id, '-infinity', case when n.by_hand then now() end
    from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) as n(business_id uuid, lead_id uuid, campaign_id uuid, by_hand boolean)
      join assignment_rules r on r.business_id = n.business_id and r.campaign_id = n.campaign_id
      join leads l on l.business_id = n.business_id and l.id = n.lead_id
    where r.rule->>'mode' <> 'none' or r.rule->>'escalation' is not null
    on conflict do nothing`.execute(tx)

/** Looks at these leads again, unless nothing is left to do for them. */
export const wakeLeads = (tx: Db, leads: readonly { business_id: string; lead_id: string }[]) =>
  sql`update assignments a set due_at = '-infinity'
    from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) as n(business_id uuid, lead_id uuid)
      join leads l on l.business_id = n.business_id and l.id = n.lead_id
    where a.business_id = n.business_id and a.lead_id = n.lead_id
      and (a.placed_at is null or (not a.is_over and l.first_response_at is null))`.execute(tx)

/** Looks again at leads that wait for a person. */
export const wakeWaiting = (tx: Db, businesses: readonly string[]) =>
  sql`update assignments set due_at = '-infinity'
    where business_id = any(${businesses}::uuid[]) and due_at is not null and placed_at is null`.execute(tx)

/** Looks again at unanswered leads of campaigns whose rule changed. */
export const wakeCampaigns = (tx: Db, campaigns: readonly { business_id: string; campaign_id: string }[]) =>
  sql`update assignments a set due_at = '-infinity'
    from jsonb_to_recordset(${JSON.stringify(campaigns)}::jsonb) as n(business_id uuid, campaign_id uuid)
      join leads l on l.business_id = n.business_id and l.campaign_id = n.campaign_id
    where a.business_id = l.business_id and a.lead_id = l.id and l.deleted_at is null
      and (a.placed_at is null or (not a.is_over and l.first_response_at is null))`.execute(tx)

type Since = { campaignId: string; since: Date; target: number }
/** When this many working minutes have passed since a moment. */
export async function findDue(db: Db, businessId: string, { campaignId, since, target }: Since) {
  const { rows } = await sql<{ at: string | null }>`
    select response_due(${businessId}, ${campaignId}, ${since.toISOString()}, ${target}::int) as at`.execute(db)
  return rows[0]?.at ?? null
}

/** Lets the rule of its campaign choose a person for a lead once more; false if the campaign has none that chooses. */
export async function watchAgain(tx: Db, businessId: string, leadId: string) {
  const { numAffectedRows } = await sql`
    insert into assignments (business_id, lead_id, due_at)
    select l.business_id, l.id, '-infinity' from leads l
      join assignment_rules r on r.business_id = l.business_id and r.campaign_id = l.campaign_id
    where l.business_id = ${businessId} and l.id = ${leadId} and r.rule->>'mode' <> 'none'
    on conflict (business_id, lead_id) do update set due_at = '-infinity', placed_at = null`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}
