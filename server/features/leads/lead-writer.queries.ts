import { type SelectQueryBuilder, sql } from 'kysely'
import type { StatusType } from '#contract/leads/lead-status.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { DB } from '../../platform/db/schema.ts'
import { type LeadState, leadState, type StateField, stateFields } from './lead-fields.sql.ts'

/** A locked lead, with the fields that the counters need. */
export type LockedLead = LeadState & {
  id: string
  statusType: StatusType
  day: string
  hour: number
  /**
   * Buckets of the first response time (contract/leads/responses.ts): the current one, and the one that would result from a
   * response now.
   */
  response: string
  responseNow: string
  /** `pastSale`, unless the kept lead is in the trash. */
  countedPast: number | null
  /** Incremented by each change. */
  revision: number
  lastActivityAt: string
}

type Leads = SelectQueryBuilder<DB, 'leads', DB['leads']>
/**
 * Locks the chosen leads until the transaction ends. The rows are locked before the join: if the join waited for a
 * concurrent change of status, it would compare the old status and drop the row.
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
    .leftJoin('leads as kept', (join) =>
      join.onRef('kept.business_id', '=', 'l.business_id').onRef('kept.id', '=', 'l.merged_into'),
    )
    .select([
      ...stateFields.map((field) => `l.${leadState[field].column} as ${field}` as const),
      'l.id',
      's.type as statusType',
      sql<string>`day_of(l.created_at)`.as('day'),
      sql<number>`hour_of_week(l.created_at)`.as('hour'),
      sql<string>`response_step(seconds_to(l.created_at, l.first_response_at))`.as('response'),
      sql<string>`response_step(seconds_to(l.created_at, ${now.toISOString()}::timestamptz))`.as('responseNow'),
      sql<number | null>`case when kept.deleted_at is null then l.past_sale end`.as('countedPast'),
      'l.revision',
      'l.last_activity_at as lastActivityAt',
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

type Update = { leads: readonly (LeadState & { id: string })[]; fields: readonly StateField[]; isActivity: boolean }
/**
 * Writes these fields of each lead and returns the leads' new revisions. `isActivity`: the change was made by a user or
 * a caller, so it counts as activity of the lead.
 */
export async function updateLeads(db: Db, businessId: string, { leads, fields, isActivity }: Update) {
  const values = leads.map((lead) => ({
    id: lead.id,
    ...Object.fromEntries(fields.map((field) => [field, lead[field]])),
  }))
  const assignments = fields.map((field) => sql`${sql.ref(leadState[field].column)} = r.${sql.ref(field)}`)
  const types = fields.map((field) => sql`, ${sql.ref(field)} ${sql.raw(leadState[field].type)}`)
  if (isActivity) assignments.push(sql`last_activity_at = now()`)
  if (!assignments.length) return new Map(leads.map(({ id }): [string, number | undefined] => [id, undefined]))
  const { rows } = await sql<{ id: string; revision: number }>`
    update leads l set ${sql.join(assignments)}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r(id uuid${sql.join(types, sql``)})
    where l.business_id = ${businessId} and l.id = r.id returning l.id, l.revision`.execute(db)
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

type PastSale = Pick<LockedLead, 'campaignId' | 'statusId' | 'assignedTo' | 'source' | 'day' | 'hour' | 'response'> & {
  keptId: string
  sales: number
}
/** What leads that were merged into these had won. The lock of the kept leads keeps it as it is. */
export const listPastSales = (db: Db, businessId: string, keptIds: readonly string[]) =>
  rowsOf<PastSale>(
    db,
    sql`select l.merged_into as "keptId", l.campaign_id as "campaignId", l.status_id as "statusId",
      l.assigned_to as "assignedTo", l.source, day_of(l.created_at) as day, hour_of_week(l.created_at) as hour,
      response_step(seconds_to(l.created_at, l.first_response_at)) as response, l.past_sale as sales
    from leads l where l.business_id = ${businessId} and l.merged_into = any(${keptIds}::uuid[])
      and l.past_sale is not null order by l.id`,
  )

/** The buckets of responses to leads at given moments, by lead id. */
export async function listResponseSteps(db: Db, businessId: string, answers: readonly { id: string; at: string }[]) {
  const { rows } = await sql<{ id: string; response: string }>`
    select l.id, response_step(seconds_to(l.created_at, r.at)) as response
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as r(id uuid, at timestamptz)
      join leads l on l.business_id = ${businessId} and l.id = r.id`.execute(db)
  return new Map(rows.map(({ id, response }) => [id, response]))
}

/** Updates has_duplicate_contact of these leads and of the leads that share their contacts. */
export const updateDuplicateMarks = (db: Db, businessId: string, ids: readonly string[]) =>
  sql`select mark_duplicate_contacts(${businessId}, ${ids}::uuid[])`.execute(db)
