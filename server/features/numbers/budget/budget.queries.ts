import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../platform/db/db.ts'

export type BudgetRow = {
  cap: number | null
  creditFloor: number
  currency: string | null
  spent: number | null
  balance: number | null
  readAt: string | null
}
const columns = sql`monthly_cap::float8 as cap, credit_floor::float8 as "creditFloor", currency, balance::float8 as balance,
  read_at as "readAt"`
/** What was spent in another month says nothing of this one. */
const spentOf = (month: string) => sql`case when month = ${month}::date then spent::float8 end as spent`

type Which = { connectionId: string; month: string }
export async function findBudget(db: Db, businessId: string, { connectionId, month }: Which) {
  const [row] = await rowsOf<BudgetRow>(
    db,
    sql`select ${columns}, ${spentOf(month)} from telephony_budgets
      where business_id = ${businessId} and connection_id = ${connectionId}`,
  )
  return row
}

type Set = { connectionId: string; cap?: number | null | undefined; creditFloor?: number | undefined }
export const setBudget = (tx: Db, businessId: string, { connectionId, cap, creditFloor }: Set) =>
  tx
    .insertInto('telephony_budgets')
    .values({
      business_id: businessId,
      connection_id: connectionId,
      ...(cap !== undefined && { monthly_cap: cap }),
      ...(creditFloor !== undefined && { credit_floor: creditFloor }),
    })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'connection_id']).doUpdateSet({
        connection_id: connectionId,
        ...(cap !== undefined && { monthly_cap: cap }),
        ...(creditFloor !== undefined && { credit_floor: creditFloor }),
      }),
    )
    .execute()

type Money = { connectionId: string; currency: string | null; spent: number | null; balance: number | null }
export const storeMoney = (
  db: Db,
  businessId: string,
  { connectionId, currency, spent, balance, month, now }: Money & { month: string; now: Date },
) =>
  sql`insert into telephony_budgets as b (business_id, connection_id, currency, spent, balance, month, read_at)
    values (${businessId}, ${connectionId}, ${currency}, ${spent}, ${balance}, ${month}::date, ${now.toISOString()})
    on conflict (business_id, connection_id) do update set currency = coalesce(excluded.currency, b.currency),
      spent = excluded.spent, balance = excluded.balance, month = excluded.month, read_at = excluded.read_at`.execute(
    db,
  )
