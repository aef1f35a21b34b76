import { sql } from 'kysely'
import { VIEWER_LEASE_SECONDS, VIEWERS_MAX } from '#contract/leads/lead-viewers.ts'
import type { User } from '#contract/team/users.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import { VIEWERS_CHANNEL, type ViewersNotice } from '../../platform/realtime/hub.ts'

type Tab = { leadId: string; userId: string; tabId: string }
const inSeconds = sql`now() + make_interval(secs => ${sql.lit(VIEWER_LEASE_SECONDS)})`

/** Renews the lease of a tab. Returns whether the person had no other that holds: they came. */
export async function renewLease(db: Db, businessId: string, { leadId, userId, tabId }: Tab) {
  const [row] = await rowsOf<{ isNew: boolean }>(
    db,
    sql`with known as (select from lead_viewers where business_id = ${businessId} and lead_id = ${leadId}
        and user_id = ${userId} and until > now() limit 1),
      renewed as (insert into lead_viewers (business_id, lead_id, user_id, tab_id, until)
        values (${businessId}, ${leadId}, ${userId}, ${tabId}, ${inSeconds})
        on conflict (business_id, lead_id, user_id, tab_id) do update set until = excluded.until)
    select not exists (select from known) as "isNew"`,
  )
  return row?.isNew === true
}

/** Leases of this business that ended; called by those who come, so that none stays for long. */
export const deleteEnded = (db: Db, businessId: string) =>
  sql`delete from lead_viewers where business_id = ${businessId} and ctid = any(array(
    select ctid from lead_viewers where business_id = ${businessId} and until < now() for update skip locked))`.execute(
    db,
  )

export const deleteLease = (db: Db, businessId: string, { leadId, userId, tabId }: Tab) =>
  sql`delete from lead_viewers where business_id = ${businessId} and lead_id = ${leadId} and user_id = ${userId}
    and tab_id = ${tabId}`.execute(db)

/** Active members with a lease on the lead, each once, by name. */
export const listViewers = (db: Db, businessId: string, leadId: string) =>
  rowsOf<User>(
    db,
    sql`select u.id as _id, u.name, u.image from users u
      join memberships m on m.business_id = ${businessId} and m.user_id = u.id and m.suspended_at is null
      where u.id in (select v.user_id from lead_viewers v
        where v.business_id = ${businessId} and v.lead_id = ${leadId} and v.until > now())
      order by u.name, u.id limit ${sql.lit(VIEWERS_MAX + 1)}`,
  )

export const tellViewers = (db: Db, businessId: string, change: Omit<ViewersNotice, 'businessId'>) =>
  sql`select pg_notify(${VIEWERS_CHANNEL}, ${JSON.stringify({ businessId, ...change })})`.execute(db)
