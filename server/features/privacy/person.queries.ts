import { sql } from 'kysely'
import type { PersonHeld } from '#contract/privacy.ts'
import type { Db } from '../../platform/db/db.ts'

type Found = { id: string; campaignId: string; name: string; phone: string | null; email: string | null }

export const findLead = (db: Db, businessId: string, leadId: string): Promise<Found | undefined> =>
  db
    .selectFrom('leads')
    .select(['id', 'campaign_id as campaignId', 'name', 'phone', 'email'])
    .where('business_id', '=', businessId)
    .where('id', '=', leadId)
    .executeTakeFirst()

/** Further phones and e-mails of a lead. */
export async function listFurtherContacts(db: Db, businessId: string, leadId: string) {
  const { rows } = await sql<{ value: string }>`select value from lead_contacts
    where business_id = ${businessId} and lead_id = ${leadId} order by value`.execute(db)
  return rows.map(({ value }) => value)
}

/**
 * All leads of the business with one of these phones or e-mails, including those in the trash, with the leads that were
 * merged with them, oldest first.
 */
export async function listLeadsOf(db: Db, businessId: string, contacts: readonly string[]) {
  const given = sql`any(${contacts}::text[])`
  const live = (column: 'phone' | 'email') =>
    sql`select id from leads where business_id = ${businessId} and ${sql.ref(column)} = ${given} and deleted_at is null`
  const { rows } = await sql<{ id: string; campaignId: string }>`
    with matching as materialized (${live('phone')} union ${live('email')}
      union select id from leads where business_id = ${businessId} and deleted_at is not null
        and (phone = ${given} or email = ${given})
      union select lead_id from lead_contacts where business_id = ${businessId} and value = ${given}),
    kept as materialized (select coalesce(l.merged_into, l.id) as id from matching m
      join leads l on l.business_id = ${businessId} and l.id = m.id),
    found as materialized (select id from kept
      union select l.id from kept k join leads l on l.business_id = ${businessId} and l.merged_into = k.id)
    select l.id, l.campaign_id as "campaignId" from found f join leads l on l.business_id = ${businessId} and l.id = f.id
    order by l.created_at, l.id`.execute(db)
  return rows
}

type Person = { leadIds: readonly string[]; contacts: readonly string[] }
export async function countHeld(db: Db, businessId: string, { leadIds, contacts }: Person): Promise<PersonHeld> {
  const { rows } = await sql<PersonHeld>`
    with own as materialized (
      select id from calls where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])
      union select id from calls where business_id = ${businessId} and caller = any(${contacts}::text[]))
    select ${leadIds.length}::int as leads,
      (select count(*) from lead_enquiries where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])) as enquiries,
      (select count(*) from lead_comments where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])) as comments,
      (select count(*) from own) as calls,
      (select count(*) from recordings r join own on own.id = r.call_id
        where r.business_id = ${businessId} and r.state = 'stored') as recordings,
      (select count(*) from lead_files where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])
        and deleted_at is null) as files`.execute(db)
  return rows[0] as PersonHeld
}

/** Erasures of the business, newest first. */
export async function listErasures(db: Db, businessId: string, most: number) {
  const { rows } = await sql<{
    _id: string
    at: string
    leads: number
    finishedAt: string | null
    userId: string
    name: string
    image: string | null
  }>`
    select e.id as _id, e.asked_at as at, cardinality(e.lead_ids) as leads, e.finished_at as "finishedAt",
      u.id as "userId", u.name, u.image
    from person_erasures e join users u on u.id = e.asked_by
    where e.business_id = ${businessId} order by e.asked_at desc, e.id desc limit ${most}`.execute(db)
  return rows
}
