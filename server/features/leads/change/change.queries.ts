import { sql } from 'kysely'
import type { StatusType } from '#contract/leads/lead-status.ts'
import type { Db } from '../../../platform/db/db.ts'

/** A locked lead, with the fields that the counters need. */
export type LockedLead = {
  id: string
  campaignId: string
  statusId: string
  statusType: StatusType
  assignedTo: string | null
  name: string
  phone: string | null
  email: string | null
  source: string
  value: number | null
  tags: string[]
  lostReason: string | null
  day: string
  firstResponseAt: string | null
  /**
   * Bucket of the first response time, as it is and as it would be if the response came now (contract/responses.ts).
   */
  response: string
  responseNow: string
  deletedAt: string | null
  /** Incremented by each change. */
  revision: number
}

/**
 * Locks these leads until the transaction ends. Locks before the join: a join that waits for a concurrent change of
 * status would compare the old status and drop the row.
 */
export const lockLeads = (db: Db, businessId: string, ids: readonly string[], now: Date) =>
  db
    .with('l', (locked) =>
      locked
        .selectFrom('leads')
        .selectAll()
        .where('business_id', '=', businessId)
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .selectFrom('l')
    .innerJoin('lead_statuses as s', 's.id', 'l.status_id')
    .select([
      'l.id',
      'l.campaign_id as campaignId',
      'l.status_id as statusId',
      's.type as statusType',
      'l.assigned_to as assignedTo',
      'l.name',
      'l.phone',
      'l.email',
      'l.source',
      'l.value',
      'l.tags',
      'l.lost_reason as lostReason',
      sql<string>`day_of(l.created_at)`.as('day'),
      'l.first_response_at as firstResponseAt',
      sql<string>`response_step(seconds_to(l.created_at, l.first_response_at))`.as('response'),
      sql<string>`response_step(seconds_to(l.created_at, ${now.toISOString()}::timestamptz))`.as('responseNow'),
      'l.deleted_at as deletedAt',
      'l.revision',
    ])
    .where('s.business_id', '=', businessId)
    .orderBy('l.id')
    .$castTo<LockedLead>()
    .execute()

export type LeadValues = {
  name?: string
  phone?: string | null
  email?: string | null
  status_id?: string
  assigned_to?: string | null
  value?: number | null
  tags?: string[]
  lost_reason?: string | null
  first_response_at?: string
}
export const updateLead = (db: Db, businessId: string, id: string, values: LeadValues) =>
  db
    .updateTable('leads')
    .set({ ...values, last_activity_at: sql<string>`now()` })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

export const updateDeleted = (db: Db, businessId: string, ids: readonly string[], deletedAt: string | null) =>
  db
    .updateTable('leads')
    .set({ deleted_at: deletedAt, last_activity_at: sql<string>`now()` })
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

export const updateRead = (db: Db, businessId: string, id: string, readAt: string | null) =>
  db.updateTable('leads').set({ read_at: readAt }).where('business_id', '=', businessId).where('id', '=', id).execute()

/** Records activity; the first call sets the first response. */
export const updateFirstResponse = (db: Db, businessId: string, id: string, at: string) =>
  db
    .updateTable('leads')
    .set({ first_response_at: sql`coalesce(first_response_at, ${at})`, last_activity_at: sql<string>`now()` })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** Whether this user created the lead. */
export async function isCreatedBy(db: Db, businessId: string, { leadId, userId }: { leadId: string; userId: string }) {
  const { rows } = await sql`select from events where business_id = ${businessId} and lead_id = ${leadId}
    and name = 'lead.created' and actor ->> 'userId' = ${userId}::text limit 1`.execute(db)
  return rows.length > 0
}

/** Updates has_twin of these leads and of the leads that share their contacts. */
export const updateDuplicateMarks = (db: Db, businessId: string, ids: readonly string[]) =>
  sql`select mark_twins(${businessId}, ${ids}::uuid[])`.execute(db)

type NewComment = { id: string; leadId: string; userId: string; text: string; at: string }
export const insertComment = (db: Db, businessId: string, { leadId, userId, ...comment }: NewComment) =>
  db
    .insertInto('lead_comments')
    .values({ business_id: businessId, lead_id: leadId, user_id: userId, ...comment })
    .execute()
