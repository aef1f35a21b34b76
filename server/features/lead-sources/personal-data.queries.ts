import { sql } from 'kysely'
import { mentions } from '../../platform/db/contact-match.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { ErasureTarget, Person } from '../personal-data.ts'

/** Erases requests of a person: those that became their leads, and those that mention them. */
export async function eraseDeliveries(tx: Db, businessId: string, { leadIds, matchTexts, at }: ErasureTarget) {
  await sql`update lead_deliveries set raw = '', is_base64 = false, fields = null, corrections = null, lead_id = null
    where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])`.execute(tx)
  await sql`delete from lead_deliveries where business_id = ${businessId} and at <= ${at}::timestamptz
    and (${mentions(sql`case when is_base64 then encode(decode(raw, 'base64'), 'escape') else raw end`, matchTexts)}
      or ${mentions(sql`coalesce(fields::text, '')`, matchTexts)})`.execute(tx)
}

export const listDeliveriesOf = ({ db }: { db: Db }, businessId: string, { leadIds }: Person) =>
  rowsOf(
    db,
    sql`select at, state, address, content_type as "contentType", raw as "asItCame" from lead_deliveries
    where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[]) order by at, id`,
  )
