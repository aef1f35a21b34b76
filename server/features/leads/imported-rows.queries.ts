import { sql } from 'kysely'
import { matchTextOf, mentions } from '../../platform/db/contact-match.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { ErasureTarget, Person } from '../personal-data.ts'

/** Condition for imports from before a moment that were never started. */
export const isUnfinishedBefore = (before: string) => sql<boolean>`created_at < ${before} and operation_id is null`

/** Numbers of the rows that made or changed these leads, or joined them. */
const numbersOf = (businessId: string, leadIds: readonly string[]) => sql`
  select i.id as import_id, r.number::int as number
  from operation_items o join lead_imports i on i.business_id = o.business_id and i.operation_id = o.operation_id,
    jsonb_array_elements_text(coalesce(o.before -> 'joined', '[]') || (o.before -> 'number')) r (number)
  where o.business_id = ${businessId} and o.item_id = any(${leadIds}::uuid[])`
const isTheirs = (matchTexts: readonly string[]) => sql`(${mentions(sql`r.value::text`, matchTexts)}
  or exists (select from numbers n where n.import_id = p.import_id and n.number = (r.value ->> 0)::int))`

/** Empties the rows of files that made or changed the leads, or name the person's phone or e-mail. */
export async function eraseImportedRows(
  tx: Db,
  businessId: string,
  { leadIds, matchTexts }: Pick<ErasureTarget, 'leadIds' | 'matchTexts'>,
) {
  await sql`with numbers as materialized (${numbersOf(businessId, leadIds)})
    update lead_import_pieces p set rows = (
      select jsonb_agg(case when ${isTheirs(matchTexts)} then jsonb_build_array(r.value -> 0) else r.value end order by r.place)
      from jsonb_array_elements(p.rows) with ordinality r (value, place))
    where p.business_id = ${businessId}
      and exists (select from jsonb_array_elements(p.rows) r (value) where ${isTheirs(matchTexts)})`.execute(tx)
  await sql`update lead_imports i set columns = (
      select jsonb_agg(c.value || '{"samples": []}' order by c.place)
      from jsonb_array_elements(i.columns) with ordinality c (value, place))
    where i.business_id = ${businessId} and i.columns <> '[]'`.execute(tx)
  await sql`update operation_items set before = before - 'values'
    where business_id = ${businessId} and item_id = any(${leadIds}::uuid[]) and before ? 'values'`.execute(tx)
  await sql`delete from lead_exports where business_id = ${businessId} and ${mentions(sql`asked::text`, matchTexts)}`.execute(
    tx,
  )
}

export const listImportedRows = ({ db }: { db: Db }, businessId: string, { leadIds, contacts }: Person) =>
  rowsOf(
    db,
    sql`with numbers as materialized (${numbersOf(businessId, leadIds)})
    select i.name as file, (r.value ->> 0)::int as row, r.value - 0 as cells, i.created_at as "importedAt"
    from lead_import_pieces p join lead_imports i on i.business_id = p.business_id and i.id = p.import_id,
      jsonb_array_elements(p.rows) r (value)
    where p.business_id = ${businessId} and ${isTheirs(contacts.map(matchTextOf))} order by i.created_at, 2`,
  )
