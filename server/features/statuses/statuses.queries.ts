import { sql } from 'kysely'
import type { StatusFollowUp } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import type { LeadStatus } from '#contract/leads/lead-status.ts'
import type { StatusRemoval } from '#contract/leads/statuses.ts'
import type { Db } from '../../platform/db/db.ts'
import type { StatusValues } from './statuses.rules.ts'

const columns = [
  'id as _id',
  'name_he as nameHe',
  'name_en as nameEn',
  'hue',
  'type',
  'position',
  'is_default as isDefault',
  'asks',
  'campaign_ids as campaignIds',
] as const

/** Statuses in order. */
export const listStatuses = (db: Db, businessId: string) =>
  db
    .selectFrom('lead_statuses')
    .select(columns)
    .select(
      sql<StatusFollowUp | null>`case when follow_up_action is not null then jsonb_build_object('action',
        follow_up_action, 'minutes', follow_up_minutes, 'note', follow_up_note) end`.as('followUp'),
    )
    .$narrowType<Pick<LeadStatus, 'hue' | 'type' | 'asks'>>()
    .where('business_id', '=', businessId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Serializes changes of a business’s statuses; leads are not blocked. */
export const lockStatuses = (tx: Db, businessId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${businessId}::text || ' statuses', 0))`.execute(tx)

/** Waits for transactions that give leads these statuses, and blocks later ones until this transaction ends. */
export const lockAgainstLeads = (tx: Db, businessId: string, ids: readonly string[]) =>
  sql`select from lead_statuses where business_id = ${businessId} and id = any(${ids}::uuid[]) order by id for update`.execute(
    tx,
  )

const columnsOf = ({ nameHe, nameEn, hue, type, asks, followUp, campaignIds, isDefault }: StatusValues) => ({
  name_he: nameHe,
  name_en: nameEn,
  hue,
  type,
  asks,
  campaign_ids: campaignIds,
  is_default: isDefault,
  follow_up_action: followUp?.action ?? null,
  follow_up_minutes: followUp?.minutes ?? null,
  follow_up_note: followUp?.note ?? '',
})

export type NewStatusRow = StatusValues & { id: string; position: number }
export const insertStatuses = (db: Db, businessId: string, statuses: readonly NewStatusRow[]) =>
  db
    .insertInto('lead_statuses')
    .values(
      statuses.map(({ id, position, ...values }) => ({ business_id: businessId, id, position, ...columnsOf(values) })),
    )
    .execute()

export const updateStatus = (tx: Db, businessId: string, id: string, values: StatusValues) =>
  tx
    .updateTable('lead_statuses')
    .set(columnsOf(values))
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** Stores the order of the statuses. */
export const updateOrder = (tx: Db, businessId: string, ids: readonly string[]) =>
  sql`update lead_statuses s set position = o.place - 1
    from unnest(${ids}::uuid[]) with ordinality as o(id, place)
    where s.business_id = ${businessId} and s.id = o.id and s.position <> o.place - 1`.execute(tx)

export const updateDeletedStatuses = (tx: Db, businessId: string, ids: readonly string[]) =>
  sql`update lead_statuses set deleted_at = now() where business_id = ${businessId} and id = any(${ids}::uuid[])`.execute(
    tx,
  )

type LeadCount = { statusId: string; leads: number; trashed: number }
/** Counts leads by status: live leads from the counters plus pending deltas, and leads in the trash. */
export async function countLeads(db: Db, businessId: string): Promise<LeadCount[]> {
  const { rows } = await sql<LeadCount>`
    select status_id as "statusId", sum(live)::int as leads, sum(trash)::int as trashed from (
      select key as status_id, total as live, 0 as trash from lead_counts where business_id = ${businessId} and facet = 'status'
      union all select status_id, total, 0 from pending_lead_deltas()
      union all select status_id::text, 0, 1 from leads where business_id = ${businessId} and deleted_at is not null) counted
    group by 1`.execute(db)
  return rows
}

/** Returns the ids of those statuses that some lead has, live or in the trash. */
export async function listUsed(db: Db, businessId: string, ids: readonly string[]): Promise<string[]> {
  const has = (isTrash: boolean) => sql`exists (select from leads l where l.business_id = ${businessId}
    and l.status_id = asked.id and l.deleted_at is ${sql.raw(isTrash ? 'not null' : 'null')})`
  const { rows } = await sql<{ id: string }>`
    select asked.id from unnest(${ids}::uuid[]) asked(id) where ${has(false)} or ${has(true)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether leads outside these campaigns have the status. */
export async function hasLeadsOutside(db: Db, businessId: string, statusId: string, campaignIds: readonly string[]) {
  const { rows } = await sql<{ is: boolean }>`select exists (select from leads
    where business_id = ${businessId} and status_id = ${statusId} and campaign_id <> all(${campaignIds}::uuid[])) as is`.execute(
    db,
  )
  return rows[0]?.is ?? false
}

export const listKnownCampaigns = (db: Db, businessId: string, ids: readonly string[]) =>
  db
    .selectFrom('campaigns')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()

/** Deleted statuses whose leads are still being given a replacement. */
export async function listRemovals(db: Db, businessId: string): Promise<StatusRemoval[]> {
  const { rows } = await sql<StatusRemoval>`
    select o.id as "operationId", s.name_he as "nameHe", s.name_en as "nameEn", o.action->>'statusId' as "to", o.total,
      o.done + o.skipped as done
    from operations o join lead_statuses s on s.business_id = o.business_id and s.id = (o.action->>'from')::uuid
    where o.business_id = ${businessId} and o.kind = 'replace' and o.state in ('queued', 'running')
    order by o.created_at`.execute(db)
  return rows
}
