import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export type UsedBy = { what: string; holder: string; used: number; name: string | null }
/** Messages of a day by holder, with the business's name or the account's address; by the worker's role. */
export async function listUses(db: Db, day: string): Promise<UsedBy[]> {
  const { rows } = await sql<UsedBy>`
    select u.what, u.holder, u.used, coalesce(b.name, a.email) as name from ceiling_uses u
      left join businesses b on u.holder = 'business:' || b.business_id
      left join users a on u.holder = 'account:' || a.id
    where u.day = ${day} order by u.what, u.used desc, u.holder`.execute(db)
  return rows
}

export type SecondsOf = { businessId: string; name: string | null; seconds: number }
export async function listOutsideSeconds(db: Db, since: Date): Promise<SecondsOf[]> {
  const { rows } = await sql<SecondsOf>`
    select s.business_id as "businessId", b.name, s.used as seconds
    from outside_seconds(${since.toISOString()}) s left join businesses b using (business_id)
    order by s.used desc, s.business_id`.execute(db)
  return rows
}

export type RefusedOf = { refusal: string; name: string | null; count: number }
export async function listRefused(db: Db, since: Date): Promise<RefusedOf[]> {
  const { rows } = await sql<RefusedOf>`
    select m.refusal, b.name, count(*)::int as count from messages m left join businesses b using (business_id)
    where m.refusal is not null and m.created_at >= ${since.toISOString()}
    group by m.refusal, b.name order by count desc, m.refusal, b.name`.execute(db)
  return rows
}

export type ConsentOf = { businessId: string; name: string; since: string }
export async function listOutsideLines(db: Db): Promise<ConsentOf[]> {
  const { rows } = await sql<ConsentOf>`
    select business_id as "businessId", name, outside_lines_at as since from businesses
    where outside_lines_at is not null and erasing_since is null order by name, business_id`.execute(db)
  return rows
}

export type CreatedBy = { email: string; count: number }
/** Accounts that created at least `atLeast` businesses that still exist. */
export async function listCreators(db: Db, atLeast: number): Promise<CreatedBy[]> {
  const { rows } = await sql<CreatedBy>`
    select u.email, count(*)::int as count from businesses b join users u on u.id = b.created_by
    group by u.email having count(*) >= ${atLeast} order by count desc, u.email`.execute(db)
  return rows
}
