import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { Account, OwnRows } from '../personal-data.ts'

/** Runs as the worker’s role, because data of a user is stored in all their present and former businesses. */

export const findAccount = (db: Db, userId: string) =>
  rowsOf<Account & Record<string, unknown>>(
    db,
    sql`select id as "userId", name, email, phone, phone_verified_at as "phoneVerifiedAt",
      email_verified_at as "emailVerifiedAt", status, language, lead_view as "leadView", image,
      table_views as "tableViews", created_at as "createdAt", password_hash is not null as "hasPassword",
      exists (select from two_factor t where t.user_id = u.id and t.confirmed_at is not null) as "hasTwoFactor"
    from users u where id = ${userId}`,
  )

type Membership = { businessId: string }
export const listMemberships = (db: Db, userId: string) =>
  rowsOf<Membership & Record<string, unknown>>(
    db,
    sql`select m.business_id as "businessId", b.name as business, m.role, m.joined_at as "joinedAt", m.last_seen_at as "lastSeenAt",
      m.suspended_at as "suspendedAt", m.removed_at as "removedAt",
      (select coalesce(jsonb_agg(jsonb_build_object('campaign', c.name, 'role', cm.role)), '[]') from campaign_members cm
        join campaigns c on c.business_id = cm.business_id and c.id = cm.campaign_id
        where cm.business_id = m.business_id and cm.user_id = m.user_id) as campaigns
    from memberships m join businesses b using (business_id) where m.user_id = ${userId} order by m.joined_at`,
  )

/** The user's actions, newest first, without personal data of others. */
export const listActions = (db: Db, businessId: string, { userId, most }: OwnRows) =>
  rowsOf(
    db,
    sql`select e.at, e.name as event, e.lead_id as lead, e.personal -> 'from' as "from" from events e
    where e.business_id = ${businessId} and e.actor ->> 'userId' = ${userId}::text order by e.id desc limit ${most}`,
  )
