import { sql } from 'kysely'
import type { User } from '#contract/team/users.ts'
import { type Db, rowsOf } from '../../../platform/db/db.ts'
import type { StoredEvent } from '../../../platform/events/relay.ts'
import type { Account, ErasureTarget } from '../../personal-data.ts'
import type { DecidedGroup } from './decisions.rules.ts'

type Decided = { eventId: string; decided: readonly DecidedGroup[] }
/** Stores what was decided for events; a second run is a no-op. Runs as the worker's role. */
export const insertDecisions = (db: Db, businessId: string, rows: readonly Decided[]) =>
  sql`insert into notice_decisions (business_id, event_id, decided)
    select ${businessId}, r."eventId", r.decided
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("eventId" uuid, decided jsonb) on conflict do nothing`.execute(
    db,
  )

/** The people whom these events notified in the app. Runs as the worker's role. */
export const listShown = (db: Db, businessId: string, eventIds: readonly string[]) =>
  db
    .selectFrom('notifications')
    .select(['event_id as eventId', 'user_id as userId'])
    .where('business_id', '=', businessId)
    .where('event_id', '=', sql<string>`any(${eventIds}::uuid[])`)
    .execute()

type Device = { userId: string; mayShow: boolean }
type Asked = { userIds: readonly string[]; now: Date }
/** The people with devices for notifications, and whether one of them may show those of this business. As the worker. */
export async function listDevices(db: Db, businessId: string, { userIds, now }: Asked) {
  const { rows } = await sql<Device>`
    select d.user_id as "userId", bool_or(not b.requires_two_factor or i.second_factor is not null) as "mayShow"
    from push_devices d join businesses b on b.business_id = ${businessId}
      join sessions i on i.id = d.session_id and i.revoked_at is null and i.expires_at > ${now.toISOString()}
    where d.user_id = any(${userIds}::uuid[]) group by 1`.execute(db)
  return rows
}

export type NotifyingEvent = Omit<StoredEvent, 'xid' | 'campaignId' | 'leadId' | 'businessId'> & {
  leadId: string
  /** Null: it is not stored. */
  decided: readonly DecidedGroup[] | null
}
/** The newest events of these names of leads, except comments that mention no person. Runs as the worker's role. */
export async function listNotifyingEvents(
  db: Db,
  businessId: string,
  { leadIds, names, limit }: { leadIds: readonly string[]; names: readonly string[]; limit: number },
) {
  const { rows } = await sql<NotifyingEvent>`
    select e.id, e.at, e.name, e.actor, e.payload, e.lead_id as "leadId", d.decided
    from events e left join notice_decisions d on d.business_id = e.business_id and d.event_id = e.id
    where e.business_id = ${businessId} and e.lead_id = any(${leadIds}::uuid[]) and e.name = any(${names}::text[])
      and (e.name not in ('lead.commented', 'comment.edited') or e.payload->'mentions'->0 is not null)
    order by e.id desc limit ${limit}`.execute(db)
  return rows
}

type ShownNotice = { eventId: string; userId: string; at: string; readAt: string | null; isSilent: boolean }
/** What these events show in the app. Runs as the worker's role. */
export const listShownNotices = (db: Db, businessId: string, eventIds: readonly string[]): Promise<ShownNotice[]> =>
  db
    .selectFrom('notifications')
    .select(['event_id as eventId', 'user_id as userId', 'created_at as at'])
    .select(['read_at as readAt', 'is_silent as isSilent'])
    .where('business_id', '=', businessId)
    .where('event_id', '=', sql<string>`any(${eventIds}::uuid[])`)
    .execute()

/** Name and image of people, who may have left the business. */
export const listUsers = (db: Db, userIds: readonly string[]): Promise<User[]> =>
  db
    .selectFrom('users')
    .select(['id as _id', 'name', 'image'])
    .where('id', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute()

/** Deletes what was decided for the leads, and for an address of the person. Runs as the worker's role. */
export async function eraseDecisions(tx: Db, businessId: string, { leadIds, contacts }: ErasureTarget) {
  await sql`delete from notice_decisions d using events e
    where e.business_id = ${businessId} and e.lead_id = any(${leadIds}::uuid[])
      and d.business_id = e.business_id and d.event_id = e.id`.execute(tx)
  await eraseAddresses(tx, businessId, contacts)
}

/** Deletes these addresses from what was decided. */
export async function eraseAddresses(tx: Db, businessId: string, addresses: readonly (string | null)[]) {
  const known = addresses.flatMap((address) => address ?? [])
  if (!known.length) return
  await sql`delete from notice_decisions where business_id = ${businessId}
    and jsonb_path_query_array(decided, '$[*].addresses[*]') ?| ${known}::text[]`.execute(tx)
}

/** Notifications that the user did not get, and why. */
export const listDecisionsOfAccount = (db: Db, { userId }: Account) =>
  rowsOf(
    db,
    sql`select b.name as business, d.at, g.value->>'channel' as channel, g.value->>'reason' as reason
    from memberships m join businesses b using (business_id) join notice_decisions d using (business_id)
      cross join lateral jsonb_array_elements(d.decided) g
    where m.user_id = ${userId} and g.value ? 'reason' and g.value->'users' ? ${userId}::text order by d.event_id`,
  )
