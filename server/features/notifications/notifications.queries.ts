import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { StoredNotification } from './notifications.rules.ts'

/** Those of a business that the person has left, or that has suspended them, are hidden. */
const ofOwnBusinesses = sql<boolean>`business_id in (select o.business_id from own_businesses() o)`

type Filter = { read: boolean | undefined; before: string | undefined; limit: number }

/** A person's own, of all their businesses, newest first. `before`: those older than this one. */
export function listNotifications(db: Db, userId: string, { read, before, limit }: Filter) {
  let query = db
    .selectFrom('notifications')
    .select(['id', 'business_id as businessId', 'action', 'content', 'created_at as createdAt', 'read_at as readAt'])
    .$castTo<StoredNotification>()
    .where('user_id', '=', userId)
    .where(ofOwnBusinesses)
  if (read !== undefined) query = query.where('read_at', read ? 'is not' : 'is', null)
  if (before) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export const countNotifications = (db: Db, userId: string) =>
  db
    .selectFrom('notifications')
    .select((eb) => [
      eb.fn.count<number>('id').filterWhere('read_at', 'is not', null).as('read'),
      eb.fn.count<number>('id').filterWhere('read_at', 'is', null).as('unread'),
    ])
    .where('user_id', '=', userId)
    .where(ofOwnBusinesses)
    .executeTakeFirstOrThrow()

export const markAllNotificationsRead = (db: Db, userId: string, now: Date) =>
  db
    .updateTable('notifications')
    .set({ read_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where(ofOwnBusinesses)
    .execute()

/** Says whether there was such a one. */
export async function markNotification(db: Db, userId: string, { id, readAt }: { id: string; readAt: Date | null }) {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ read_at: readAt?.toISOString() ?? null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where(ofOwnBusinesses)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export const findNotification = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('notifications')
    .select('read_at as readAt')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where(ofOwnBusinesses)
    .executeTakeFirst()

export const deleteNotification = (db: Db, userId: string, id: string) =>
  db
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('read_at', 'is not', null)
    .execute()

/** What these events told these people, whatever their businesses: by the worker's role, for the live streams. */
export const listNotificationsOfEvents = (db: Db, userIds: string[], eventIds: string[]) =>
  db
    .selectFrom('notifications')
    .select(['id', 'user_id as userId', 'event_id as eventId', 'business_id as businessId', 'action', 'content'])
    .select(['created_at as createdAt', 'read_at as readAt'])
    .$castTo<StoredNotification & { userId: string; eventId: string }>()
    .where('event_id', 'in', eventIds)
    .where('user_id', 'in', userIds)
    .execute()

type Told = {
  business_id: string
  id: string
  campaign_id: string
  lead_id: string | null
  action: string | undefined
  author_id: string | null
  source: unknown
  at: string
}
/**
 * Decisions 0.3: each active Owner, and each member whose campaigns include the lead's, except its author. The
 * notification bears the event's id: it grows with time, and a second run finds it there.
 */
export const insertNotifications = (db: Db, told: Told[]) =>
  sql`
    insert into notifications (business_id, user_id, id, event_id, action, content, created_at)
    select e.business_id, m.user_id, e.id, e.id, e.action, jsonb_build_object(
      'campaignId', e.campaign_id, 'leadId', e.lead_id, 'leadName', l.name, 'leadPhone', l.phone, 'leadEmail', l.email,
      'campaignName', c.name, 'businessName', b.name, 'businessImage', b.image, 'source', coalesce(e.source, l.source)), e.at
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as e(business_id uuid, id uuid, campaign_id uuid,
        lead_id uuid, action text, author_id uuid, source text, at timestamptz)
      join businesses b on b.business_id = e.business_id
      join campaigns c on c.business_id = e.business_id and c.id = e.campaign_id
      join leads l on l.business_id = e.business_id and l.id = e.lead_id
      join memberships m on m.business_id = e.business_id and m.suspended_at is null
        and m.user_id is distinct from e.author_id
        and (m.role = 'Owner' or exists (select from campaign_members p
          where p.business_id = e.business_id and p.campaign_id = e.campaign_id and p.user_id = m.user_id))
    on conflict do nothing`.execute(db)
