import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { Contact } from './merge.rules.ts'

/** All phones and e-mails of these leads, as they are before a lock. */
export async function listContacts(db: Db, businessId: string, ids: readonly string[]) {
  const ofLeads = sql`business_id = ${businessId} and id = any(${ids}::uuid[])`
  const { rows } = await sql<{ contact: string }>`
    select phone as contact from leads where ${ofLeads} and phone is not null
    union select email from leads where ${ofLeads} and email is not null
    union select value from lead_contacts where business_id = ${businessId} and lead_id = any(${ids}::uuid[])`.execute(
    db,
  )
  return rows.map(({ contact }) => contact)
}

/** Adds further contacts to a lead; returns the values that it did not have. */
export async function insertContacts(tx: Db, businessId: string, leadId: string, contacts: readonly Contact[]) {
  if (!contacts.length) return []
  const { rows } = await sql<{ value: string }>`
    insert into lead_contacts (business_id, lead_id, kind, value, from_lead_id)
    select ${businessId}, ${leadId}, r.kind, r.value, r."from"
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as r(kind text, value text, "from" uuid)
    on conflict do nothing returning value`.execute(tx)
  return rows.map(({ value }) => value)
}

export const deleteContacts = (tx: Db, businessId: string, leadId: string, values: readonly string[]) =>
  tx
    .deleteFrom('lead_contacts')
    .where('business_id', '=', businessId)
    .where('lead_id', '=', leadId)
    .where('value', '=', sql<string>`any(${values}::text[])`)
    .execute()

/** Lets a search find a lead by what its merged leads and its further contacts say. */
export const updateMergedText = (tx: Db, businessId: string, leadId: string) =>
  sql`update leads l set merged_text = coalesce((
      select string_agg(distinct E'\n ' || t.word, '') from (
        select lower(m.name) || ' ' as word from leads m where m.business_id = l.business_id and m.merged_into = l.id
          and m.name not in ('', l.name)
        union select c.value from lead_contacts c where c.business_id = l.business_id and c.lead_id = l.id
          and c.kind = 'email') t), '')
    where l.business_id = ${businessId} and l.id = ${leadId}`.execute(tx)

type Way = { from: string; to: string }
/** Gives the further contacts of a lead to another that does not have them; `only`: these values. Returns the values. */
export async function moveContacts(tx: Db, businessId: string, { from, to }: Way, only?: readonly string[]) {
  const { rows } = await sql<{ value: string }>`
    update lead_contacts c set lead_id = ${to} where c.business_id = ${businessId} and c.lead_id = ${from}
      and (${only ?? null}::text[] is null or c.value = any(${only ?? null}::text[]))
      and not exists (select from lead_contacts o where o.business_id = c.business_id and o.lead_id = ${to}
        and o.value = c.value)
    returning c.value`.execute(tx)
  return rows.map(({ value }) => value)
}

/** Leads that were merged into a lead follow it into another; `only`: these leads. Returns their ids. */
export async function moveMerged(tx: Db, businessId: string, { from, to }: Way, only?: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    update leads set merged_into = ${to} where business_id = ${businessId} and merged_into = ${from}
      and (${only ?? null}::uuid[] is null or id = any(${only ?? null}::uuid[]))
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
