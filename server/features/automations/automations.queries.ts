import { sql } from 'kysely'
import type { AutomationContent } from '#contract/leads/automations/automation-shapes.ts'
import type { AutomationSummary, RunReason, RunState, StepLog } from '#contract/leads/automations/automations.ts'
import type { User } from '#contract/team/users.ts'
import type { Db } from '../../platform/db/db.ts'

export type AutomationRow = {
  id: string
  name: string
  isOn: boolean
  version: number | null
  publishedAt: string | null
  publishedBy: User | null
  isOwnerThere: boolean
  published: AutomationContent | null
  draft: AutomationContent | null
  revision: number
  lastRunAt: string | null
  counts: AutomationSummary['counts']
}

const rowsOf = (businessId: string) => sql<AutomationRow>`
  select a.id, a.name, a.is_on as "isOn", a.version, v.published_at as "publishedAt",
    case when p.id is not null then jsonb_build_object('_id', p.id, 'name', p.name, 'image', p.image) end as "publishedBy",
    exists (select from memberships m where m.business_id = a.business_id and m.user_id = v.published_by
      and m.role = 'Owner' and m.suspended_at is null) as "isOwnerThere",
    v.content as published, a.draft, a.revision,
    (select max(r.started_at) from automation_runs r
      where r.business_id = a.business_id and r.automation_id = a.id) as "lastRunAt",
    (select jsonb_build_object('waiting', count(*) filter (where r.state in ('waiting', 'running')),
        'done', count(*) filter (where r.state = 'done'), 'skipped', count(*) filter (where r.state in ('skipped', 'stopped')),
        'failed', count(*) filter (where r.state = 'failed'))
      from automation_runs r where r.business_id = a.business_id and r.automation_id = a.id) as counts
  from automations a
    left join automation_versions v on v.business_id = a.business_id and v.automation_id = a.id and v.version = a.version
    left join users p on p.id = v.published_by
  where a.business_id = ${businessId} and a.deleted_at is null`

export async function listAutomations(db: Db, businessId: string, most: number) {
  const { rows } = await sql<AutomationRow>`${rowsOf(businessId)} order by a.position, a.id limit ${most}`.execute(db)
  return rows
}

export async function findAutomation(db: Db, businessId: string, id: string) {
  const { rows } = await sql<AutomationRow>`${rowsOf(businessId)} and a.id = ${id}`.execute(db)
  return rows[0]
}

/** Serializes changes of a business's automations. */
export const lockAutomations = (tx: Db, businessId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${businessId}::text || ' automations', 0))`.execute(tx)

type NewAutomation = { id: string; name: string; draft: AutomationContent; userId: string; at: Date }
export const insertAutomation = (tx: Db, businessId: string, { id, name, draft, userId, at }: NewAutomation) =>
  sql`insert into automations (business_id, id, name, position, draft, created_by, created_at)
    values (${businessId}, ${id}, ${name}, (select coalesce(max(position), 0) + 1 from automations where business_id = ${businessId}),
      ${JSON.stringify(draft)}::jsonb, ${userId}, ${at.toISOString()})`.execute(tx)

export const listOrder = (db: Db, businessId: string) =>
  db
    .selectFrom('automations')
    .select('id')
    .where('business_id', '=', businessId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const updateOrder = (tx: Db, businessId: string, ids: readonly string[]) =>
  sql`update automations a set position = o.position
    from unnest(${ids}::uuid[]) with ordinality as o(id, position)
    where a.business_id = ${businessId} and a.id = o.id`.execute(tx)

type Patch = { name?: string; is_on?: boolean; deleted_at?: string; draft?: null }
export const updateAutomation = (tx: Db, businessId: string, id: string, patch: Patch) =>
  tx.updateTable('automations').set(patch).where('business_id', '=', businessId).where('id', '=', id).execute()

/** Raises the revision. */
export const updateDraft = (tx: Db, businessId: string, id: string, draft: AutomationContent | null) =>
  tx
    .updateTable('automations')
    .set({ draft: draft && JSON.stringify(draft), revision: sql`revision + 1` })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

type Counting = { id: string; at: Date; trigger?: AutomationContent['trigger'] }
/** What was over before starts nothing. With a trigger: only if the rule is off, or has another one by now. */
export async function countFromNow(tx: Db, businessId: string, { id, at, trigger }: Counting) {
  const { numAffectedRows } = await sql`update automations a set watches_from = ${at.toISOString()}
    where a.business_id = ${businessId} and a.id = ${id} and (${trigger === undefined} or not a.is_on
      or not exists (select from automation_versions v where v.business_id = a.business_id and v.automation_id = a.id
        and v.version = a.version and v.content->'trigger' = ${JSON.stringify(trigger ?? null)}::jsonb))`.execute(tx)
  if (numAffectedRows)
    await sql`delete from automation_watches where business_id = ${businessId} and automation_id = ${id}`.execute(tx)
}

type Version = { id: string; version: number; content: AutomationContent; userId: string; at: Date; kept: number }
/** Stores a published version, and forgets those beyond the last `kept` by which no run goes on. */
export async function insertVersion(tx: Db, businessId: string, { id, version, content, userId, at, kept }: Version) {
  await sql`insert into automation_versions (business_id, automation_id, version, content, published_by, published_at)
    values (${businessId}, ${id}, ${version}, ${JSON.stringify(content)}::jsonb, ${userId}, ${at.toISOString()})`.execute(
    tx,
  )
  await updateDraft(tx, businessId, id, null)
  await countFromNow(tx, businessId, { id, at, trigger: content.trigger })
  await sql`update automations set version = ${version}, listens = ${content.trigger.kind}, is_on = true
    where business_id = ${businessId} and id = ${id}`.execute(tx)
  await sql`delete from automation_versions v
    where v.business_id = ${businessId} and v.automation_id = ${id} and v.version <= ${version - kept}
      and not exists (select from automation_runs r where r.business_id = v.business_id and r.automation_id = v.automation_id
        and r.version = v.version and r.due_at is not null)`.execute(tx)
}

export async function listVersions(db: Db, businessId: string, id: string) {
  const { rows } = await sql<{
    version: number
    publishedAt: string
    publishedBy: User | null
    content: AutomationContent
  }>`
    select v.version, v.published_at as "publishedAt", v.content,
      case when u.id is not null then jsonb_build_object('_id', u.id, 'name', u.name, 'image', u.image) end as "publishedBy"
    from automation_versions v left join users u on u.id = v.published_by
    where v.business_id = ${businessId} and v.automation_id = ${id} order by v.version desc`.execute(db)
  return rows
}

export type RunRow = {
  id: string
  version: number
  leadId: string
  leadName: string | null
  campaignId: string
  state: RunState
  reason: RunReason | null
  startedAt: string
  endedAt: string | null
  dueAt: string | null
  steps: StepLog[]
}
const runsOf = (businessId: string, id: string) => sql<RunRow>`
  select r.id, r.version, r.lead_id as "leadId", case when l.erased_at is null and l.deleted_at is null then l.name end as "leadName",
    l.campaign_id as "campaignId",
    r.state, r.reason, r.started_at as "startedAt", r.ended_at as "endedAt", r.due_at as "dueAt", r.steps
  from automation_runs r join leads l on l.business_id = r.business_id and l.id = r.lead_id
  where r.business_id = ${businessId} and r.automation_id = ${id}`

type RunFilter = { state?: RunState | undefined; leadId?: string | undefined; limit: number }
export async function listRuns(db: Db, businessId: string, id: string, { state, leadId, limit }: RunFilter) {
  const ofState = state ? sql`and r.state = ${state}` : sql``
  const ofLead = leadId ? sql`and r.lead_id = ${leadId}` : sql``
  const { rows } = await sql<RunRow>`${runsOf(businessId, id)} ${ofState} ${ofLead}
    order by r.started_at desc, r.id desc limit ${limit}`.execute(db)
  return rows
}

/** A run, locked until the transaction ends. */
export async function lockRun(tx: Db, businessId: string, id: string, runId: string) {
  const { rows } = await sql<RunRow>`${runsOf(businessId, id)} and r.id = ${runId} for update of r`.execute(tx)
  return rows[0]
}

type Ended = { state: RunState; reason: RunReason | null; dueAt: string | null; endedAt: string | null }
export const updateRunState = (tx: Db, businessId: string, runId: string, { state, reason, dueAt, endedAt }: Ended) =>
  tx
    .updateTable('automation_runs')
    .set({ state, reason, due_at: dueAt, ended_at: endedAt })
    .where('business_id', '=', businessId)
    .where('id', '=', runId)
    .execute()

/** Stops the runs of an automation that go on. */
export const stopRuns = (tx: Db, businessId: string, id: string, at: string) =>
  tx
    .updateTable('automation_runs')
    .set({ state: 'stopped', reason: 'stopped', due_at: null, ended_at: at })
    .where('business_id', '=', businessId)
    .where('automation_id', '=', id)
    .where('due_at', 'is not', null)
    .execute()

/** The runs of a person are erased with the person. */
export async function eraseRuns(tx: Db, businessId: string, { leadIds }: { leadIds: readonly string[] }) {
  await sql`delete from automation_runs where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])`.execute(
    tx,
  )
  await sql`delete from automation_causes where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])`.execute(
    tx,
  )
}

/** What automations did with the leads of a person. */
export async function listRunsOfPerson(
  { db }: { db: Db },
  businessId: string,
  { leadIds }: { leadIds: readonly string[] },
) {
  const { rows } = await sql`
    select r.lead_id as lead, a.name as automation, r.state, r.started_at as "startedAt", r.ended_at as "endedAt"
    from automation_runs r join automations a on a.business_id = r.business_id and a.id = r.automation_id
    where r.business_id = ${businessId} and r.lead_id = any(${leadIds}::uuid[]) order by r.started_at, r.id`.execute(db)
  return rows
}
