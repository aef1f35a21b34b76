import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../platform/db/db.ts'
import { type Ringable, ringableColumns } from './ringable.sql.ts'

/** The name of a lead; null: it has none, or there is no lead. */
export async function findLeadName(db: Db, businessId: string, leadId: string | null) {
  if (!leadId) return null
  const [row] = await rowsOf<{ name: string }>(
    db,
    sql`select name from leads where business_id = ${businessId} and id = ${leadId}`,
  )
  return row?.name || null
}

type NewLead = Ringable & { isAnswered: boolean }
/** A lead for which a member is rung; undefined: it is there no more. */
export async function findNewLead(db: Db, businessId: string, { leadId, now }: { leadId: string; now: Date }) {
  const [row] = await rowsOf<NewLead>(
    db,
    sql`select l.first_response_at is not null as "isAnswered", ${ringableColumns(now)}
      from leads l join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
        join businesses b on b.business_id = l.business_id
      where l.business_id = ${businessId} and l.id = ${leadId} and l.deleted_at is null`,
  )
  return row
}

type Marking = { leadId: string; isOn: boolean }
/** False: it was so before. */
export async function setDoNotCall(tx: Db, businessId: string, { leadId, isOn }: Marking): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('leads')
    .set({ do_not_call: isOn })
    .where('business_id', '=', businessId)
    .where('id', '=', leadId)
    .where('do_not_call', '=', !isOn)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
