import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export async function hasOutsideLines(db: Db, businessId: string): Promise<boolean> {
  const found = await db
    .selectFrom('businesses')
    .select('outside_lines_at as since')
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return (found?.since ?? null) !== null
}

export const updateOutsideLines = (tx: Db, businessId: string, since: Date | null) =>
  tx
    .updateTable('businesses')
    .set({ outside_lines_at: since?.toISOString() ?? null })
    .where('business_id', '=', businessId)
    .execute()

type Used = { business: number; installation: number }
/** Seconds of outside phones since a time, granted ones included. */
export async function findOutsideSeconds(db: Db, businessId: string, since: Date): Promise<Used> {
  const { rows } = await sql<Used>`
    select coalesce(sum(used) filter (where business_id = ${businessId}), 0)::int as business,
      coalesce(sum(used), 0)::int as installation from outside_seconds(${since.toISOString()})`.execute(db)
  return rows[0] ?? { business: 0, installation: 0 }
}

type SecondsRequest = {
  callId: string
  step: number
  /** The beginning of the day. */
  since: Date
  at: Date
  /** Seconds: the day's limits of the business and the installation, and the most that this step may take. */
  ofBusiness: number
  ofInstallation: number
  most: number
}
/** Seconds granted to a step of a call; idempotent. 0: the day's seconds are used up. */
export async function takeOutsideSeconds(db: Db, businessId: string, wanted: SecondsRequest): Promise<number> {
  const { callId, step, since, at, ofBusiness, ofInstallation, most } = wanted
  const { rows } = await sql<{ granted: number }>`
    select grant_outside_seconds(${businessId}, ${callId}, ${step}::smallint, ${since.toISOString()}, ${at.toISOString()},
      ${ofBusiness}, ${ofInstallation}, ${most}) as granted`.execute(db)
  return rows[0]?.granted ?? 0
}
