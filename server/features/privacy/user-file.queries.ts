import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type Account, invitationsOf, messagesTo } from './addresses.sql.ts'

/** Runs as the worker’s role: data of a user lies in all their present and former businesses. */

type Row = Record<string, unknown>
async function rowsOf<T = Row>(db: Db, statement: RawBuilder<unknown>): Promise<T[]> {
  const { rows } = await sql<T>`${statement}`.execute(db)
  return rows
}

export const findAccount = (db: Db, userId: string) =>
  rowsOf<Account & Row>(
    db,
    sql`select id as "userId", name, email, phone, phone_verified_at as "phoneVerifiedAt",
      email_verified_at as "emailVerifiedAt", status, language, lead_view as "leadView", image,
      table_views as "tableViews", created_at as "createdAt", password_hash is not null as "hasPassword",
      exists (select from two_factor t where t.user_id = u.id and t.confirmed_at is not null) as "hasTwoFactor"
    from users u where id = ${userId}`,
  )

export const listSessions = (db: Db, userId: string) =>
  rowsOf(
    db,
    sql`select created_at as "createdAt", rotated_at as "lastSeenAt", expires_at as "expiresAt", revoked_at as "endedAt", ip,
      user_agent as "browser" from sessions where user_id = ${userId} order by created_at`,
  )

export const listPasskeys = (db: Db, userId: string) =>
  rowsOf(
    db,
    sql`select name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkeys where user_id = ${userId} order by created_at`,
  )

export const listGoogleAccounts = (db: Db, userId: string) =>
  rowsOf(db, sql`select email, linked_at as "linkedAt" from google_accounts where user_id = ${userId}`)

type Membership = { businessId: string }
export const listMemberships = (db: Db, userId: string) =>
  rowsOf<Membership & Row>(
    db,
    sql`select m.business_id as "businessId", b.name as business, m.role, m.joined_at as "joinedAt", m.last_seen_at as "lastSeenAt",
      m.suspended_at as "suspendedAt", m.removed_at as "removedAt",
      (select coalesce(jsonb_agg(jsonb_build_object('campaign', c.name, 'role', cm.role)), '[]') from campaign_members cm
        join campaigns c on c.business_id = cm.business_id and c.id = cm.campaign_id
        where cm.business_id = m.business_id and cm.user_id = m.user_id) as campaigns
    from memberships m join businesses b using (business_id) where m.user_id = ${userId} order by m.joined_at`,
  )

/** Without names of other people. */
export const listNotifications = (db: Db, userId: string) =>
  rowsOf(
    db,
    sql`select b.name as business, n.action, n.content - '{leadName,leadPhone,leadEmail,personName}'::text[] as content, n.created_at as "createdAt", n.read_at as "readAt"
    from notifications n join businesses b using (business_id) where n.user_id = ${userId} order by n.id`,
  )

export const listMessages = (db: Db, account: Account) =>
  rowsOf(
    db,
    sql`select channel, recipient, created_at as "createdAt", sent_at as "sentAt", state from messages
    where ${messagesTo(account)} order by created_at, id`,
  )

export const listJoinRequests = (db: Db, userId: string) =>
  rowsOf(
    db,
    sql`select b.name as business, r.asked_at as "askedAt", r.note, r.outcome, r.decided_at as "decidedAt", r.reason
    from join_requests r join businesses b using (business_id) where r.user_id = ${userId} order by r.asked_at`,
  )

export const listInvitations = (db: Db, account: Account) =>
  rowsOf(
    db,
    sql`select b.name as business, i.email, i.phone, i.role, i.message, i.created_at as "createdAt", i.accepted_at as "acceptedAt"
    from (select * from invitations where ${invitationsOf(account)}) i join businesses b using (business_id) order by i.created_at`,
  )

type Own = { userId: string; most: number }
/** Comments of the user, newest first. */
export const listComments = (db: Db, businessId: string, { userId, most }: Own) =>
  rowsOf(
    db,
    sql`select c.at, c.lead_id as lead, c.text from lead_comments c
    where c.business_id = ${businessId} and c.user_id = ${userId} order by c.at desc, c.id desc limit ${most}`,
  )

/** Actions of the user, newest first, without personal data of others. */
export const listActions = (db: Db, businessId: string, { userId, most }: Own) =>
  rowsOf(
    db,
    sql`select e.at, e.name as event, e.lead_id as lead, e.personal -> 'from' as "from" from events e
    where e.business_id = ${businessId} and e.actor ->> 'userId' = ${userId}::text order by e.id desc limit ${most}`,
  )

export const listListens = (db: Db, businessId: string, { userId, most }: Own) =>
  rowsOf(
    db,
    sql`select h.at, h.recording_id as recording, h.is_download as "isDownload" from recording_listens h
    where h.business_id = ${businessId} and h.user_id = ${userId} order by h.at desc limit ${most}`,
  )
