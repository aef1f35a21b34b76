import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { StoredNotification } from './notifications.rules.ts'

/** Hides notifications of businesses that the person left or in which they are suspended. */
const ofOwnBusinesses = sql<boolean>`business_id in (select o.business_id from own_businesses() o)`

/** Hides the content of businesses that require a second factor if the session lacks one. */
const ofOpenBusinesses = (
  sessionId: string,
) => sql<boolean>`business_id in (select o.business_id from own_businesses() o)
  and business_id not in (select l.business_id from locked_businesses(${sessionId}::uuid) l)`

type Filter = { read: boolean | undefined; before: string | undefined; limit: number; sessionId: string }

/** A person's notifications of all their businesses, newest first. `before`: only those older than this one. */
export function listNotifications(db: Db, userId: string, { read, before, limit, sessionId }: Filter) {
  let query = db
    .selectFrom('notifications')
    .select(['id', 'business_id as businessId', 'action', 'content', 'created_at as createdAt', 'read_at as readAt'])
    .select('is_silent as isSilent')
    .select(sql<boolean>`business_id in (select b.business_id from masked_businesses() b)`.as('isMasked'))
    .$castTo<StoredNotification>()
    .where('user_id', '=', userId)
    .where(ofOpenBusinesses(sessionId))
  if (read !== undefined) query = query.where('read_at', read ? 'is not' : 'is', null)
  if (before) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export const countNotifications = (db: Db, userId: string, sessionId: string) =>
  db
    .selectFrom('notifications')
    .select((eb) => [
      eb.fn.count<number>('id').filterWhere('read_at', 'is not', null).as('read'),
      eb.fn.count<number>('id').filterWhere('read_at', 'is', null).as('unread'),
    ])
    .where('user_id', '=', userId)
    .where(ofOpenBusinesses(sessionId))
    .executeTakeFirstOrThrow()

export const markAllNotificationsRead = (db: Db, userId: string, now: Date) =>
  db
    .updateTable('notifications')
    .set({ read_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where(ofOwnBusinesses)
    .execute()

/** Returns whether the row existed. */
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

/**
 * Notifications that these events made for these people, across businesses. Runs as the worker's role, for live
 * streams.
 */
export const listNotificationsOfEvents = (db: Db, userIds: string[], eventIds: string[]) =>
  db
    .selectFrom('notifications')
    .select(['id', 'user_id as userId', 'event_id as eventId', 'business_id as businessId', 'action', 'content'])
    .select(['created_at as createdAt', 'read_at as readAt', 'is_silent as isSilent'])
    .select(sql<boolean>`sees_masked_contacts(business_id, user_id)`.as('isMasked'))
    .$castTo<StoredNotification & { userId: string; eventId: string }>()
    .where('event_id', 'in', eventIds)
    .where('user_id', 'in', userIds)
    .execute()

type NewNotification = {
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
 * The person's own choice applies, otherwise the business's audiences. No popups are shown in quiet hours (`is_quiet`).
 */
export const choiceOf = (app: string, byDefault: string) =>
  sql.raw(`
  case when o.event is null then ${byDefault} else ${app} end`)
export const withSettings = (event: string) =>
  sql.raw(`
      left join notification_settings s on s.business_id = m.business_id
      left join notification_audiences a on a.business_id = m.business_id and a.event = ${event}
      left join notification_choices o on o.business_id = m.business_id and o.user_id = m.user_id and o.event = ${event}
      left join member_quiet_hours q on q.business_id = m.business_id and q.user_id = m.user_id`)
export const isSilent = sql.raw(`not coalesce(o.popup, true) or is_quiet(e.at,
      case when q.user_id is null then s.quiet_from else q.quiet_from end,
      case when q.user_id is null then s.quiet_to else q.quiet_to end)`)

/** The condition of reads_own_leads_only, inlined because the function would be called for each event and member. */
export const isRestrictedToOwn = sql.raw(
  "(b.own_leads_only and m.role not in ('Owner', 'Admin') and p.role in ('Writer', 'Reader'))",
)

/**
 * Inserts notifications for the default recipients (decision 25): each active Owner, and each member of the lead's
 * campaign, except the author and restricted members to whom the lead is not assigned. A notification has the id of its
 * event, which grows with time and makes a second run a no-op.
 */
export const insertNotifications = (db: Db, rows: NewNotification[]) =>
  sql`
    insert into notifications (business_id, user_id, id, event_id, action, content, created_at, is_silent)
    select e.business_id, m.user_id, e.id, e.id, e.action, jsonb_build_object(
      'campaignId', e.campaign_id, 'leadId', e.lead_id, 'leadName', l.name, 'leadPhone', l.phone, 'leadEmail', l.email,
      'campaignName', c.name, 'businessName', b.name, 'businessImage', b.image, 'source', coalesce(e.source, l.source)),
      e.at, ${isSilent}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(business_id uuid, id uuid, campaign_id uuid,
        lead_id uuid, action text, author_id uuid, source text, at timestamptz)
      join businesses b on b.business_id = e.business_id
      join campaigns c on c.business_id = e.business_id and c.id = e.campaign_id
      join leads l on l.business_id = e.business_id and l.id = e.lead_id
      join memberships m on m.business_id = e.business_id and m.suspended_at is null
        and m.user_id is distinct from e.author_id
      left join campaign_members p on p.business_id = e.business_id and p.campaign_id = e.campaign_id
        and p.user_id = m.user_id
      ${withSettings('e.action')}
    where (m.role in ('Owner', 'Admin') or p.user_id is not null)
      and (l.assigned_to = m.user_id or not ${isRestrictedToOwn}) and ${choiceOf(
        'o.app and (not o.only_mine or l.assigned_to = m.user_id)',
        `(m.role = 'Owner' and (a.app is null or 'owners' = any(a.app)))
        or (p.user_id is not null and (a.app is null or 'people' = any(a.app)))
        or (l.assigned_to = m.user_id and 'assigned' = any(a.app))`,
      )}
    on conflict do nothing`.execute(db)

type NewTeamNotification = { business_id: string; id: string; action: string; author_id: string | null }
/**
 * Inserts notifications for each active Owner except the author, unless settings exclude them. The content holds the
 * names from the event.
 */
export const insertTeamNotifications = (db: Db, rows: NewTeamNotification[]) =>
  sql`
    insert into notifications (business_id, user_id, id, event_id, action, content, created_at, is_silent)
    select t.business_id, m.user_id, t.id, t.id, t.action, jsonb_build_object(
      'personName', coalesce(e.personal->>'name', e.personal->>'email', e.personal->>'phone', ''),
      'businessName', b.name, 'businessImage', b.image) || jsonb_strip_nulls(jsonb_build_object(
        'waiting', e.payload->'waiting', 'returned', e.payload->'returned', 'count', e.payload->'count',
        'since', e.payload->'since')), e.at, ${isSilent}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(business_id uuid, id uuid, action text, author_id uuid)
      join events e on e.business_id = t.business_id and e.id = t.id
      join businesses b on b.business_id = t.business_id
      join memberships m on m.business_id = t.business_id and m.role = 'Owner' and m.suspended_at is null
        and m.user_id is distinct from t.author_id
      ${withSettings('t.action')}
    where ${choiceOf('o.app', `a.app is null or 'owners' = any(a.app)`)}
    on conflict do nothing`.execute(db)

type NewShiftNotification = { business_id: string; id: string; action: string | undefined; user_id: string }
/** Inserts notifications about shifts for the people whom they concern, unless their settings exclude them. */
export const insertShiftNotifications = (db: Db, rows: NewShiftNotification[]) =>
  sql`
    insert into notifications (business_id, user_id, id, event_id, action, content, created_at, is_silent)
    select e.business_id, m.user_id, e.id, e.id, n.action, jsonb_build_object(
      'personName', coalesce(w.name, ''), 'day', coalesce(e.payload->>'week', e.payload->>'shiftDay'),
      'businessName', b.name, 'businessImage', b.image), e.at, ${isSilent}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(business_id uuid, id uuid, action text, user_id uuid)
      join events e on e.business_id = n.business_id and e.id = n.id
      join businesses b on b.business_id = n.business_id
      join memberships m on m.business_id = n.business_id and m.user_id = n.user_id and m.suspended_at is null
      left join users w on w.id = (e.actor->>'userId')::uuid
      ${withSettings('n.action')}
    where m.user_id::text is distinct from e.actor->>'userId' and ${choiceOf('o.app', `a.app is null or a.app && '{person,owners}'`)}
    on conflict do nothing`.execute(db)

type Tested = { business_id: string; id: string; user_id: string; is_silent: boolean; at: string }
/** Inserts notifications of a test, regardless of settings and quiet hours, because the person requested it. */
export const insertTestNotifications = (db: Db, tested: Tested[]) =>
  sql`
    insert into notifications (business_id, user_id, id, event_id, action, content, created_at, is_silent)
    select e.business_id, e.user_id, e.id, e.id, 'test', jsonb_build_object('businessName', b.name,
      'businessImage', b.image), e.at, e.is_silent
    from jsonb_to_recordset(${JSON.stringify(tested)}::jsonb) as e(business_id uuid, id uuid, user_id uuid,
        is_silent boolean, at timestamptz)
      join businesses b on b.business_id = e.business_id
    on conflict do nothing`.execute(db)
