import { sql } from 'kysely'
import type { FollowUp, FollowUpAction } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import type { Db } from '../../platform/db/db.ts'
import type { LeadScope } from '../access/access.rules.ts'
import { inScope, isFollowUpSeen } from '../access/lead-scope.sql.ts'

export type FollowUpRow = {
  id: string
  lead_id: string
  user_id: string
  user_name: string
  user_image: string | null
  created_by: string | null
  created_name: string | null
  created_image: string | null
  action: FollowUpAction
  due_at: string
  late_from: string
  note: string
  created_at: string
  closed_at: string | null
  ending: FollowUp['ending']
}

const followUps = sql`select f.id, f.lead_id, f.user_id, u.name as user_name, u.image as user_image, f.created_by,
    c.name as created_name, c.image as created_image, f.action, f.due_at,
    late_from(f.business_id, l.campaign_id, f.due_at) as late_from, f.note, f.created_at, f.closed_at, f.ending
  from follow_ups f join leads l on l.business_id = f.business_id and l.id = f.lead_id
    join users u on u.id = f.user_id left join users c on c.id = f.created_by`

export async function findFollowUp(db: Db, businessId: string, id: string) {
  const { rows } = await sql<FollowUpRow>`${followUps} where f.business_id = ${businessId} and f.id = ${id}`.execute(db)
  return rows[0]
}

type OfLead = { leadId: string; userId: string }
const ofPerson = (businessId: string, { leadId, userId }: OfLead) =>
  sql`business_id = ${businessId} and lead_id = ${leadId} and user_id = ${userId}`

/** The open follow-up of this person on the lead. */
export async function findOpen(db: Db, businessId: string, of: OfLead) {
  const { rows } = await sql<{ id: string }>`
    select id from follow_ups where ${ofPerson(businessId, of)} and closed_at is null`.execute(db)
  return rows[0]?.id
}

/** Whether this person gave the open follow-up to whom has it now. */
export async function isGivenBy(db: Db, businessId: string, { giverId, ...of }: OfLead & { giverId: string }) {
  const { rows } = await sql`select from follow_ups
    where ${ofPerson(businessId, of)} and closed_at is null and given_by = ${giverId}`.execute(db)
  return rows.length > 0
}

/** The one closed last. */
export async function findClosed(db: Db, businessId: string, of: OfLead) {
  const { rows } = await sql<{ id: string }>`
    select id from follow_ups where ${ofPerson(businessId, of)} and closed_at is not null
    order by closed_at desc, id desc limit 1`.execute(db)
  return rows[0]?.id
}

type Listed = { leadId: string; userId: string | null; limit: number }
/** Open ones by due time, then closed ones, the newest first. `userId`: only those of this person. */
export async function listFollowUps(db: Db, businessId: string, { leadId, userId, limit }: Listed) {
  const { rows } = await sql<FollowUpRow>`${followUps}
    where f.business_id = ${businessId} and f.lead_id = ${leadId}
      and (${userId}::uuid is null or f.user_id = ${userId}::uuid)
    order by f.closed_at desc nulls first, f.due_at, f.id limit ${limit}`.execute(db)
  return rows
}

/** The first due time of each lead in scope, of the follow-ups that the reader sees. */
export async function listNextOfLeads(db: Db, businessId: string, ids: readonly string[], scope: LeadScope) {
  const { rows } = await sql<{ leadId: string; dueAt: string }>`
    select f.lead_id as "leadId", min(f.due_at) as "dueAt"
    from follow_ups f join leads l on l.business_id = f.business_id and l.id = f.lead_id
    where f.business_id = ${businessId} and f.lead_id = any(${ids}::uuid[]) and f.closed_at is null
      and ${inScope(scope, sql.raw('l'))} and ${isFollowUpSeen(scope, { lead: sql.raw('l'), followUp: sql.raw('f') })}
    group by f.lead_id`.execute(db)
  return rows
}

/** Serializes changes of one lead's follow-ups until the transaction ends. */
export const lockFollowUpsOf = (tx: Db, businessId: string, leadId: string) =>
  sql`select from leads where business_id = ${businessId} and id = ${leadId} for no key update`.execute(tx)

export type NewFollowUp = OfLead & {
  id: string
  action: FollowUpAction
  dueAt: string
  note: string
  createdBy: string | null
  at: string
}
/** Inserts a follow-up or, if the person has an open one on the lead, updates that. Returns its id. */
export async function upsertFollowUp(tx: Db, businessId: string, { leadId, userId, ...wanted }: NewFollowUp) {
  const { rows } = await sql<{ id: string }>`
    insert into follow_ups (business_id, id, lead_id, user_id, action, due_at, note, created_by, created_at)
    values (${businessId}, ${wanted.id}, ${leadId}, ${userId}, ${wanted.action}, ${wanted.dueAt}, ${wanted.note},
      ${wanted.createdBy}, ${wanted.at})
    on conflict (business_id, lead_id, user_id) where closed_at is null do update
      set action = excluded.action, due_at = excluded.due_at, note = excluded.note, created_by = excluded.created_by,
        created_at = excluded.created_at, reminded_at = null, given_by = null, brought_by = null, replaced = null
    returning id`.execute(tx)
  return rows[0]?.id as string
}

type Patch = Partial<{
  user_id: string
  due_at: string
  closed_at: string | null
  ending: FollowUp['ending']
  reminded_at: null
  given_by: string
  brought_by: null
  replaced: null
}>
export const updateFollowUp = (tx: Db, businessId: string, id: string, patch: Patch) =>
  tx.updateTable('follow_ups').set(patch).where('business_id', '=', businessId).where('id', '=', id).execute()

export const deleteFollowUp = (tx: Db, businessId: string, id: string) =>
  tx.deleteFrom('follow_ups').where('business_id', '=', businessId).where('id', '=', id).execute()
