import { type SelectQueryBuilder, sql } from 'kysely'
import type { StatusType } from '#contract/leads/lead-status.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { DB } from '../../../platform/db/schema.ts'

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

type Leads = SelectQueryBuilder<DB, 'leads', DB['leads']>
/**
 * Locks the chosen leads until the transaction ends. Locks before the join: a join that waits for a concurrent change of
 * status would compare the old status and drop the row.
 */
const lock = (db: Db, businessId: string, choose: (leads: Leads) => Leads, now = new Date()) =>
  db
    .with('l', (locked) =>
      choose(locked.selectFrom('leads').selectAll().where('business_id', '=', businessId) as unknown as Leads)
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

export const lockLeads = (db: Db, businessId: string, ids: readonly string[], now?: Date) =>
  lock(db, businessId, (leads) => leads.where('id', '=', sql<string>`any(${ids}::uuid[])`), now)

type CampaignBatch = { campaignId: string; withTrash: boolean; limit: number }
export const lockLeadsOfCampaign = (db: Db, businessId: string, { campaignId, withTrash, limit }: CampaignBatch) =>
  lock(db, businessId, (leads) =>
    leads
      .where('campaign_id', '=', campaignId)
      .$if(!withTrash, (query) => query.where('deleted_at', 'is', null))
      .limit(limit),
  )

/** Name and type of the column of each field that changes after a lead's creation. */
const columns = {
  campaignId: ['campaign_id', 'uuid'],
  statusId: ['status_id', 'uuid'],
  assignedTo: ['assigned_to', 'uuid'],
  name: ['name', 'text'],
  phone: ['phone', 'text'],
  email: ['email', 'text'],
  value: ['value', 'bigint'],
  tags: ['tags', 'text[]'],
  lostReason: ['lost_reason', 'text'],
  firstResponseAt: ['first_response_at', 'timestamptz'],
  deletedAt: ['deleted_at', 'timestamptz'],
} as const
export type LeadField = keyof typeof columns
export type LeadState = Pick<LockedLead, LeadField>
export const leadFields = Object.keys(columns) as LeadField[]

type Update = { leads: readonly (LeadState & { id: string })[]; fields: readonly LeadField[]; isActivity: boolean }
/** Writes these fields of each lead and returns the leads' new revisions. `isActivity`: a user or a caller acted on them. */
export async function updateLeads(db: Db, businessId: string, { leads, fields, isActivity }: Update) {
  const values = leads.map((lead) => ({
    id: lead.id,
    ...Object.fromEntries(fields.map((field) => [field, lead[field]])),
  }))
  const assignments = fields.map((field) => sql`${sql.ref(columns[field][0])} = r.${sql.ref(field)}`)
  const types = fields.map((field) => sql`, ${sql.ref(field)} ${sql.raw(columns[field][1])}`)
  if (isActivity) assignments.push(sql`last_activity_at = now()`)
  if (!assignments.length) return new Map(leads.map(({ id }): [string, number | undefined] => [id, undefined]))
  const { rows } = await sql<{ id: string; revision: number }>`
    update leads l set ${sql.join(assignments)}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r(id uuid${sql.join(types, sql``)})
    where l.business_id = ${businessId} and l.id = r.id returning l.id, l.revision`.execute(db)
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** Updates has_twin of these leads and of the leads that share their contacts. */
export const updateDuplicateMarks = (db: Db, businessId: string, ids: readonly string[]) =>
  sql`select mark_twins(${businessId}, ${ids}::uuid[])`.execute(db)
