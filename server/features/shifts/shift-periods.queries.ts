import { sql } from 'kysely'
import type { ShiftSpan } from '#contract/shifts/person-shifts.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

type From = { userId: string; from: Date }
/** Removes what is written from a moment on. */
export async function deletePeriods(tx: Db, businessId: string, { userId, from }: From) {
  const at = from.toISOString()
  const own = sql`business_id = ${businessId} and user_id = ${userId}`
  await sql`delete from shift_periods where ${own} and starts_at >= ${at}`.execute(tx)
  await sql`update shift_periods set ends_at = ${at} where ${own} and ends_at > ${at}`.execute(tx)
}

export const insertPeriods = (
  tx: Db,
  businessId: string,
  { userId, periods }: { userId: string; periods: readonly ShiftSpan[] },
) =>
  sql`insert into shift_periods (business_id, user_id, is_on_call, starts_at, ends_at)
    select ${businessId}, ${userId}, is_on_call, starts_at, ends_at
    from unnest(${periods.map(({ isOnCall }) => isOnCall)}::boolean[],
      ${periods.map(({ from }) => new Date(from).toISOString())}::timestamptz[],
      ${periods.map(({ to }) => new Date(to).toISOString())}::timestamptz[]) as written(is_on_call, starts_at, ends_at)`.execute(
    tx,
  )

export const updateWrittenUntil = (tx: Db, businessId: string, { userId, until }: { userId: string; until: Date }) =>
  sql`update shift_plans set written_until = ${until.toISOString()}
    where business_id = ${businessId} and user_id = ${userId}`.execute(tx)

/** Businesses with active members whose periods are not written until this moment. */
export const listUnwritten = (db: Db, until: Date) =>
  rowsOf<{ businessId: string }>(
    db,
    sql`select distinct p.business_id as "businessId" from shift_plans p join businesses b on b.business_id = p.business_id
        join memberships m on m.business_id = p.business_id and m.user_id = p.user_id
      where b.erasing_since is null and m.suspended_at is null and (p.written_until is null or p.written_until < ${until.toISOString()})`,
  )

type On = { campaignId: string | null; at: Date }
/** The people of a campaign, or of the business, who are on shift at a moment. */
export async function listOnShift(db: Db, businessId: string, { campaignId, at }: On) {
  const rows = await rowsOf<{ userId: string }>(
    db,
    sql`select s as "userId" from on_shift(${businessId}, ${campaignId}::uuid, ${at.toISOString()}) s order by s`,
  )
  return rows.map(({ userId }) => userId)
}
