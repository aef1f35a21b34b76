import { sql } from 'kysely'
import type { AutomationContent } from '#contract/leads/automations/automation-shapes.ts'
import type { RunReason, RunState, StepLog } from '#contract/leads/automations/automations.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Facts } from '../automations.rules.ts'

export type NewCause = {
  businessId: string
  eventId: string
  causeId: string
  leadId: string
  kinds: readonly string[]
  facts: Facts
  operationId: string | null
  depth: number
}
/** Keeps the events for which a rule that is switched on listens, in their order. Own fields are named in the erasable part. */
export const insertCauses = (tx: Db, causes: readonly NewCause[]) =>
  sql`
    insert into automation_causes (business_id, event_id, lead_id, kinds, facts, operation_id, depth)
    select n."businessId", n."causeId", n."leadId", n.kinds, n.facts || case when n.facts ? 'fields' then
        jsonb_build_object('fields', (n.facts->'fields') || coalesce((select jsonb_agg(k) from events e,
          jsonb_object_keys(e.personal->'changes') k where e.business_id = n."businessId" and e.id = n."eventId"), '[]'))
        else '{}' end, n."operationId", n.depth
    from rows from (jsonb_to_recordset(${JSON.stringify(causes)}::jsonb) as ("businessId" uuid, "eventId" uuid,
        "causeId" uuid, "leadId" uuid, kinds text[], facts jsonb, "operationId" uuid, depth int)) with ordinality
      as n("businessId", "eventId", "causeId", "leadId", kinds, facts, "operationId", depth, place)
      join businesses b on b.business_id = n."businessId" and b.closes_at is null
      join leads l on l.business_id = n."businessId" and l.id = n."leadId"
    where exists (select from automations a where a.business_id = n."businessId" and a.is_on and a.deleted_at is null
      and a.listens = any(n.kinds))
    order by n.place`.execute(tx)

const isRunDue = (now: Date) => sql`r.due_at <= ${now.toISOString()}
  and exists (select from automations a where a.business_id = r.business_id and a.id = r.automation_id and a.is_on)`

type Turn = { after: string; most: number; now: Date }
/** Businesses for which something is to be done, in the order of their ids after one: each gets its turn. */
export async function listDueBusinesses(db: Db, { after, most, now }: Turn) {
  const { rows } = await sql<{ businessId: string }>`
    select business_id as "businessId" from (
      select c.business_id from automation_causes c where c.due_at <= ${now.toISOString()}
      union select r.business_id from automation_runs r where ${isRunDue(now)}) due
      join businesses b using (business_id)
    where b.closes_at is null order by business_id <= ${after}::uuid, business_id limit ${most}`.execute(db)
  return rows.map(({ businessId }) => businessId)
}

/** One process at a time works on the rules of a business, so that their order holds. */
export async function tryTurn(tx: Db, businessId: string) {
  const { rows } = await sql<{ has: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${businessId}::text || ' automation runs', 0)) as has`.execute(tx)
  return rows[0]?.has ?? false
}

export type Cause = {
  seq: string
  causeId: string
  leadId: string
  kinds: string[]
  facts: Facts
  depth: number
  /** The event is part of an undo, a merge or a replacement of values. */
  isUnheard: boolean
}
/** The oldest event to look at; those of a lead wait for its earlier ones. */
export async function findCause(tx: Db, businessId: string, now: Date) {
  const { rows } = await sql<Cause>`
    select c.seq::text, c.event_id as "causeId", c.lead_id as "leadId", c.kinds, c.facts, c.depth,
      coalesce(o.kind in ('undo', 'merge', 'replace', 'replace_option'), false) as "isUnheard"
    from automation_causes c left join operations o on o.business_id = c.business_id and o.id = c.operation_id
    where c.business_id = ${businessId} and c.due_at <= ${now.toISOString()} and not exists (select from automation_causes e
      where e.business_id = c.business_id and e.lead_id = c.lead_id and e.seq < c.seq and e.due_at > ${now.toISOString()})
    order by c.seq limit 1`.execute(tx)
  return rows[0]
}

export const deleteCause = (tx: Db, businessId: string, seq: string) =>
  sql`delete from automation_causes where business_id = ${businessId} and seq = ${seq}::bigint`.execute(tx)

export const postponeCause = (db: Db, businessId: string, seq: string, dueAt: Date) =>
  sql`update automation_causes set due_at = ${dueAt.toISOString()}
    where business_id = ${businessId} and seq = ${seq}::bigint`.execute(db)

export type Rule = {
  automationId: string
  version: number
  content: AutomationContent
  name: string
  ownerId: string | null
  /** Who published it is an active Owner. */
  isOwnerThere: boolean
}
const ruleColumns = sql`a.id as "automationId", a.name, v.version, v.content, p.published_by as "ownerId",
  exists (select from memberships m where m.business_id = a.business_id and m.user_id = p.published_by
    and m.role = 'Owner' and m.suspended_at is null) as "isOwnerThere"`

/** The published rules that listen for an event, in their order. */
export async function listRules(tx: Db, businessId: string, kinds: readonly string[]) {
  const { rows } = await sql<Rule>`
    select ${ruleColumns} from automations a
      join automation_versions v on v.business_id = a.business_id and v.automation_id = a.id and v.version = a.version
      join automation_versions p on p.business_id = a.business_id and p.automation_id = a.id and p.version = a.version
    where a.business_id = ${businessId} and a.is_on and a.deleted_at is null and a.listens = any(${kinds}::text[])
    order by a.position, a.id`.execute(tx)
  return rows
}

type Start = { automationId: string; leadId: string; now: Date }
/** How often a lead has started runs: of this rule, of it within a minute, and of all within a day. */
export async function findStarts(tx: Db, businessId: string, { automationId, leadId, now }: Start) {
  const { rows } = await sql<{ own: number; recent: number; day: number }>`
    select count(*) filter (where automation_id = ${automationId}) as own,
      count(*) filter (where automation_id = ${automationId}
        and started_at > ${now.toISOString()}::timestamptz - interval '1 minute') as recent,
      count(*) filter (where started_at > ${now.toISOString()}::timestamptz - interval '1 day') as day
    from automation_runs where business_id = ${businessId} and lead_id = ${leadId} and state <> 'skipped'`.execute(tx)
  return rows[0] ?? { own: 0, recent: 0, day: 0 }
}

type NewRun = {
  id: string
  automationId: string
  version: number
  leadId: string
  causeId: string
  depth: number
  reason: RunReason | null
  stepId: string | null
  now: Date
}
/** False if the rule has a run for this cause already. */
export async function insertRun(tx: Db, businessId: string, { now, reason, ...run }: NewRun) {
  const at = now.toISOString()
  const { numAffectedRows } = await sql`
    insert into automation_runs (business_id, id, automation_id, version, lead_id, cause_id, depth, state, reason, step_id,
      started_at, ended_at)
    values (${businessId}, ${run.id}, ${run.automationId}, ${run.version}, ${run.leadId}, ${run.causeId}, ${run.depth},
      ${reason ? 'skipped' : 'running'}, ${reason}, ${run.stepId}, ${at}, ${reason ? at : null})
    on conflict do nothing`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

export type DueRun = Rule & {
  id: string
  leadId: string
  depth: number
  stepId: string | null
  startedAt: string
  steps: StepLog[]
}
/** The run that is due first, with the version by which it goes on. */
export async function findDueRun(tx: Db, businessId: string, now: Date) {
  const { rows } = await sql<DueRun>`
    select ${ruleColumns}, r.id, r.lead_id as "leadId", r.depth, r.step_id as "stepId", r.started_at as "startedAt", r.steps
    from automation_runs r join automations a on a.business_id = r.business_id and a.id = r.automation_id
      join automation_versions v on v.business_id = r.business_id and v.automation_id = r.automation_id and v.version = r.version
      join automation_versions p on p.business_id = a.business_id and p.automation_id = a.id and p.version = a.version
    where r.business_id = ${businessId} and ${isRunDue(now)} order by r.due_at, r.id limit 1`.execute(tx)
  return rows[0]
}

type Stored = {
  state: RunState
  reason: RunReason | null
  stepId: string | null
  dueAt: string | null
  endedAt: string | null
  steps: readonly StepLog[]
}
export const putRun = (
  tx: Db,
  businessId: string,
  id: string,
  { state, reason, stepId, dueAt, endedAt, steps }: Stored,
) =>
  sql`update automation_runs set state = ${state}, reason = ${reason}, step_id = ${stepId}, due_at = ${dueAt},
      ended_at = ${endedAt}, steps = ${JSON.stringify(steps)}::jsonb
    where business_id = ${businessId} and id = ${id}`.execute(tx)

export const postponeRun = (db: Db, businessId: string, id: string, dueAt: Date) =>
  sql`update automation_runs set due_at = ${dueAt.toISOString()} where business_id = ${businessId} and id = ${id}`.execute(
    db,
  )

type Failures = { automationId: string; stepId: string | null; now: Date }
/** How often a rule failed at a step within a week. */
export async function countFailures(db: Db, businessId: string, { automationId, stepId, now }: Failures) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from automation_runs where business_id = ${businessId} and automation_id = ${automationId}
      and state = 'failed' and step_id is not distinct from ${stepId}
      and started_at > ${now.toISOString()}::timestamptz - interval '7 days'`.execute(db)
  return rows[0]?.count ?? 0
}

/** When a campaign is open next: now, if it is open. */
export async function findOpening(db: Db, businessId: string, campaignId: string, now: Date) {
  const { rows } = await sql<{ at: string }>`
    select late_from(${businessId}, ${campaignId}, ${now.toISOString()}) as at`.execute(db)
  return new Date(rows[0]?.at ?? now)
}

type Receivers = { leadId: string /** Null: all Owners. */; userId: string | null }
/** Active members who may read the lead and are to be notified of it. */
export async function listReceivers(db: Db, businessId: string, { leadId, userId }: Receivers) {
  const { rows } = await sql<{ id: string }>`
    select m.user_id as id from memberships m join leads l on l.business_id = m.business_id and l.id = ${leadId}
    where m.business_id = ${businessId} and m.suspended_at is null and (m.role in ('Owner', 'Admin')
        or exists (select from campaign_members p where p.business_id = l.business_id and p.campaign_id = l.campaign_id
          and p.user_id = m.user_id)
        and (l.assigned_to = m.user_id or not reads_own_leads_only(l.business_id, m.user_id, l.campaign_id)))
      and case when ${userId}::uuid is null then m.role = 'Owner' else m.user_id = ${userId} end
    order by m.user_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** What follows can be undone alone. */
export const markStep = (tx: Db) => sql`savepoint step`.execute(tx)
export const undoStep = (tx: Db) => sql`rollback to savepoint step`.execute(tx)
