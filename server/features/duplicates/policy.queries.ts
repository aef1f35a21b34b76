import { sql } from 'kysely'
import { type DuplicatePolicy, REFUSED_COUNTED, REFUSED_DAYS } from '#contract/duplicates/duplicate-policy.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

const policyOf = (db: Db, businessId: string) =>
  db
    .selectFrom('businesses')
    .select(['duplicate_action as action', 'duplicate_scope as scope', 'duplicate_window_days as windowDays'])
    .$narrowType<DuplicatePolicy>()
    .where('business_id', '=', businessId)

export const findPolicy = (db: Db, businessId: string) => policyOf(db, businessId).executeTakeFirstOrThrow()

/** Locked until the transaction ends. */
export const lockPolicy = (tx: Db, businessId: string) =>
  policyOf(tx, businessId).forNoKeyUpdate().executeTakeFirstOrThrow()

export const updatePolicy = (tx: Db, businessId: string, { action, scope, windowDays }: DuplicatePolicy) =>
  tx
    .updateTable('businesses')
    .set({ duplicate_action: action, duplicate_scope: scope, duplicate_window_days: windowDays })
    .where('business_id', '=', businessId)
    .execute()

/** Number of enquiries refused in the last REFUSED_DAYS days, up to REFUSED_COUNTED. */
export async function countRefused(db: Db, businessId: string) {
  const [row] = await rowsOf<{ total: number }>(
    db,
    sql`select count(*) as total from (select from events where business_id = ${businessId} and name = 'lead.refused'
      and at > now() - make_interval(days => ${sql.lit(REFUSED_DAYS)}) limit ${sql.lit(REFUSED_COUNTED)}) refused`,
  )
  return row?.total ?? 0
}
