import { sql } from 'kysely'
import type { BookingPage, BookingSettings } from '#contract/leads/meetings/booking/booking-pages.ts'
import type { User } from '#contract/team/users.ts'
import { type Db, rowsOf } from '../../../platform/db/db.ts'
import type { BusySource, BusySpan } from '../../calendars/busy-times.ts'

export type PageRow = Omit<BookingPage, 'canEdit' | '_id'> & { id: string }
const pages = sql`select p.id, p.slug, p.campaign_id as "campaignId", c.name as "campaignName", p.is_active as "isActive",
    p.settings, p.created_at as "createdAt",
    case when u.id is not null then jsonb_build_object('_id', u.id, 'name', u.name, 'image', u.image) end as owner,
    (select count(*)::int from meetings m where m.business_id = p.business_id and m.booking_page_id = p.id) as meetings
  from booking_pages p join campaigns c on c.business_id = p.business_id and c.id = p.campaign_id
    left join users u on u.id = p.owner_id`

export const listPages = (db: Db, businessId: string) =>
  rowsOf<PageRow>(
    db,
    sql`${pages} where p.business_id = ${businessId} order by p.owner_id is not null, p.created_at, p.id`,
  )

export async function findPage(db: Db, businessId: string, id: string) {
  const rows = await rowsOf<PageRow>(db, sql`${pages} where p.business_id = ${businessId} and p.id = ${id}`)
  return rows[0]
}

/** Serializes the making of a business's pages, so that their number is exact. */
export const lockPages = (tx: Db, businessId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${businessId}::text || ' booking pages', 0))`.execute(tx)

type Stored = { id: string; slug: string; campaignId: string; isActive: boolean; settings: BookingSettings }
/** False if the slug is taken, in whichever business. */
export async function insertPage(
  tx: Db,
  businessId: string,
  { ownerId, createdBy, ...page }: Stored & { ownerId: string | null; createdBy: string },
) {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`insert into booking_pages (business_id, id, slug, owner_id, campaign_id, is_active, settings, created_by)
      values (${businessId}, ${page.id}, ${page.slug}, ${ownerId}, ${page.campaignId}, ${page.isActive},
        ${JSON.stringify(page.settings)}::json, ${createdBy})
      on conflict (slug) do nothing returning id`,
  )
  return rows.length > 0
}

export const updatePage = (tx: Db, businessId: string, { id, slug, campaignId, isActive, settings }: Stored) =>
  sql`update booking_pages set slug = ${slug}, campaign_id = ${campaignId}, is_active = ${isActive},
      settings = ${JSON.stringify(settings)}::json
    where business_id = ${businessId} and id = ${id}`.execute(tx)

export const deletePage = (tx: Db, businessId: string, id: string) =>
  sql`delete from booking_pages where business_id = ${businessId} and id = ${id}`.execute(tx)

/** Of these users those who are active members and may take meetings with leads of the campaign. */
export const listMeetingPeople = (db: Db, businessId: string, { campaignId }: { campaignId: string }) =>
  rowsOf<User>(
    db,
    sql`select u.id as "_id", u.name, u.image from memberships m join users u on u.id = m.user_id
        left join campaign_members x on x.business_id = m.business_id and x.user_id = m.user_id and x.campaign_id = ${campaignId}
      where m.business_id = ${businessId} and m.suspended_at is null
        and (m.role in ('Owner', 'Admin') or x.role in ('Affiliate', 'Lead', 'Writer'))
      order by u.name, u.id`,
  )

type FoundPage = { businessId: string; pageId: string; isClosing: boolean }
/** The business of a page, before any business is in scope. */
export async function findPageBySlug(pool: Db, { slug }: { slug: string }) {
  const { rows } = await sql<FoundPage>`
    select business_id as "businessId", page_id as "pageId", is_closing as "isClosing" from find_booking_page(${slug})`.execute(
    pool,
  )
  return rows[0]
}

export async function findFace(db: Db, businessId: string) {
  const [row] = await rowsOf<{ name: string; image: string | null }>(
    db,
    sql`select coalesce(brand_name, name) as name, image from businesses where business_id = ${businessId}`,
  )
  return row ?? { name: '', image: null }
}

/** Meetings of people that are not cancelled. */
export const meetingsAsBusy: BusySource = (db, businessId, { userIds, from, to, except }) =>
  rowsOf<BusySpan>(
    db,
    sql`select p.id as "userId", (extract(epoch from m.starts_at) * 1000)::float8 as "from",
        (extract(epoch from m.ends_at) * 1000)::float8 as "to", true as "isMeeting"
      from meetings m join leads l on l.business_id = m.business_id and l.id = m.lead_id and l.deleted_at is null,
        unnest(m.participants) p(id)
      where m.business_id = ${businessId} and m.participants && ${userIds}::uuid[] and p.id = any(${userIds}::uuid[])
        and m.starts_at < ${to.toISOString()} and m.ends_at > ${from.toISOString()}
        and m.starts_at > ${from.toISOString()}::timestamptz - interval '1 day'
        and m.status <> 'Meeting Canceled' and m.id <> all(${except ? [except] : []}::uuid[])`,
  )

/** When each of these people was last booked on the page; those who never were are absent. */
export const listTurns = (
  db: Db,
  businessId: string,
  { pageId, userIds }: { pageId: string; userIds: readonly string[] },
) =>
  rowsOf<{ userId: string; at: string }>(
    db,
    sql`select p.id as "userId", max(m.created_at) as at from meetings m, unnest(m.participants) p(id)
      where m.business_id = ${businessId} and m.booking_page_id = ${pageId} and p.id = any(${userIds}::uuid[])
      group by p.id`,
  )

/** The page to which a template's link leads: the sender's own, else that of the lead's assignee, else the team's. */
export async function findPageForLead(
  db: Db,
  businessId: string,
  { leadId, userId }: { leadId: string; userId: string | null },
) {
  const [row] = await rowsOf<{ slug: string }>(
    db,
    sql`select p.slug from booking_pages p join leads l on l.business_id = p.business_id and l.id = ${leadId}
        join campaigns c on c.business_id = p.business_id and c.id = p.campaign_id and c.deleted_at is null
        join businesses b on b.business_id = p.business_id and b.closes_at is null
      where p.business_id = ${businessId} and p.is_active
        and (p.owner_id is null or p.owner_id = ${userId}::uuid or p.owner_id = l.assigned_to)
      order by p.owner_id = ${userId}::uuid desc nulls last, p.owner_id = l.assigned_to desc nulls last,
        p.campaign_id = l.campaign_id desc, p.created_at, p.id limit 1`,
  )
  return row?.slug
}
