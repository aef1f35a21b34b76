import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../../platform/db/db.ts'

type New = { leadId: string; token: string }
/** The token of the lead's address: the one it has, else this new one. */
export async function findOrInsertToken(tx: Db, businessId: string, { leadId, token }: New) {
  const [row] = await rowsOf<{ token: string }>(
    tx,
    sql`with added as (
        insert into lead_mail_addresses (business_id, lead_id, token) values (${businessId}, ${leadId}, ${token})
        on conflict (business_id, lead_id) do nothing returning token)
      select token from added
      union all select token from lead_mail_addresses where business_id = ${businessId} and lead_id = ${leadId} limit 1`,
  )
  // A transaction that ends at the same moment may have written it after this statement began.
  return row?.token ?? (await findToken(tx, businessId, leadId))
}

const findToken = async (tx: Db, businessId: string, leadId: string) =>
  (
    await tx
      .selectFrom('lead_mail_addresses')
      .select('token')
      .where('business_id', '=', businessId)
      .where('lead_id', '=', leadId)
      .executeTakeFirstOrThrow()
  ).token

/** The lead that an address belongs to; of a merged one the lead that was kept. By the worker's role. */
export async function findAddressee(workerDb: Db, token: string) {
  const [row] = await rowsOf<{ businessId: string; leadId: string }>(
    workerDb,
    sql`select a.business_id as "businessId", k.id as "leadId" from lead_mail_addresses a
      join leads l on l.business_id = a.business_id and l.id = a.lead_id
      join leads k on k.business_id = l.business_id and k.id = coalesce(l.merged_into, l.id)
      join businesses b on b.business_id = a.business_id
      where a.token = ${token} and k.deleted_at is null and k.erased_at is null and b.closes_at is null`,
  )
  return row
}

/** The lead's addresses end: mail to them is refused. */
export const deleteTokens = (tx: Db, businessId: string, leadIds: readonly string[]) =>
  sql`delete from lead_mail_addresses where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])`.execute(
    tx,
  )
