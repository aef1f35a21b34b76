import { sql } from 'kysely'
import { PAYLOADS_KEPT } from '#contract/leads/payloads.ts'
import { mentions } from '../../platform/db/contact-match.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { ErasureTarget, Person } from '../personal-data.ts'

export type PayloadRow = {
  business_id: string
  id: string
  sender_id: string
  at: string
  outcome: string
  status: number
  address: string
  content_type: string | null
  raw: string
  lead_id: string | null
}

export type SpamCount = { business_id: string; form_id: string; spam: number }

/** Adds posts of bots to the counts of their forms. Rows are locked in the order of their ids to avoid deadlocks. */
export const countSpam = (db: Db, counts: SpamCount[]) =>
  sql`
    insert into form_submissions as s (business_id, form_id, spam)
    select r.business_id, r.form_id, r.spam
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as r(business_id uuid, form_id uuid, spam int)
      join forms f on f.business_id = r.business_id and f.id = r.form_id
    order by r.business_id, r.form_id
    on conflict (business_id, form_id) do update set spam = s.spam + excluded.spam`.execute(db)

/**
 * Inserts requests and deletes all but the newest of each sender, for all tenants at once. Runs as the worker's role.
 */
export const insertPayloads = (db: Db, rows: PayloadRow[]) =>
  sql`
    with fresh as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(business_id uuid, id uuid, sender_id uuid,
        at timestamptz, outcome text, status smallint, address text, content_type text, raw text, lead_id uuid)),
    added as (
      insert into payloads (business_id, id, sender_id, at, outcome, status, address, content_type, raw, lead_id)
      select business_id, id, sender_id, at, outcome, status, address, content_type, raw, lead_id from fresh)
    delete from payloads p using (select business_id, sender_id, count(*) as count from fresh group by 1, 2) s
      cross join lateral (
        select o.id from payloads o where o.business_id = s.business_id and o.sender_id = s.sender_id
        order by o.at desc, o.id desc offset greatest(0, ${PAYLOADS_KEPT} - s.count)) old
    where p.business_id = s.business_id and p.id = old.id`.execute(db)

export const listPayloads = (db: Db, businessId: string, senderId: string) =>
  db
    .selectFrom('payloads as p')
    .leftJoin('leads as l', (join) =>
      join.onRef('l.business_id', '=', 'p.business_id').onRef('l.id', '=', 'p.lead_id').on('l.deleted_at', 'is', null),
    )
    .select([
      'p.id as _id',
      'p.at',
      'p.outcome',
      'p.status',
      'p.address',
      'p.content_type as contentType',
      'p.raw',
      'l.id as leadId',
      'l.campaign_id as campaignId',
      'l.name as leadName',
    ])
    .where('p.business_id', '=', businessId)
    .where('p.sender_id', '=', senderId)
    .orderBy('p.at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(PAYLOADS_KEPT)
    .execute()

/** Erases the raw bodies of accepted and refused requests. */
export async function erasePayloads(tx: Db, businessId: string, { leadIds, matchTexts, at }: ErasureTarget) {
  await sql`update payloads set raw = '', lead_id = null where business_id = ${businessId}
    and lead_id = any(${leadIds}::uuid[])`.execute(tx)
  await sql`update payloads set raw = '' where business_id = ${businessId} and at <= ${at}::timestamptz
    and ${mentions(sql`raw`, matchTexts)}`.execute(tx)
}

export const listPayloadsOf = ({ db }: { db: Db }, businessId: string, { leadIds }: Person) =>
  rowsOf(
    db,
    sql`select at, outcome, status, address, content_type as "contentType", raw as "asItCame" from payloads
    where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[]) order by at, id`,
  )
