import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { Account, Person } from '../personal-data.ts'

export const listRequestsOf = ({ db }: { db: Db }, businessId: string, { contacts }: Person) =>
  rowsOf(
    db,
    sql`select r.asked_at as "askedAt", r.note, r.outcome, r.decided_at as "decidedAt", r.reason
    from join_requests r join users u on u.id = r.user_id where r.business_id = ${businessId}
      and (u.email = any(${contacts}::text[]) or u.phone = any(${contacts}::text[])) order by r.asked_at`,
  )

export const listRequestsOfAccount = (db: Db, { userId }: Account) =>
  rowsOf(
    db,
    sql`select b.name as business, r.asked_at as "askedAt", r.note, r.outcome, r.decided_at as "decidedAt", r.reason
    from join_requests r join businesses b using (business_id) where r.user_id = ${userId} order by r.asked_at`,
  )
