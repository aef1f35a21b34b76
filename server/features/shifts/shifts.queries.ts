import { sql } from 'kysely'
import type { HeldWeek, ShiftPlan, WeeklyShifts } from '#contract/shifts/shift-shapes.ts'
import type { ShiftSettings } from '#contract/shifts/shifts.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { ShiftPerson, StoredWeek } from './shifts.rules.ts'

/** Serializes changes of a business's shifts and the writing of their periods. */
export const lockShifts = (tx: Db, businessId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${businessId}::text || ' shifts', 0))`.execute(tx)

type People = {
  /** Published weeks from this Sunday on. */
  since: string
  /** Only this person. */
  userId?: string | undefined
}
/** Active members with their shifts, in the order in which they joined. */
export const listPeople = (db: Db, businessId: string, { since, userId }: People) =>
  rowsOf<ShiftPerson>(
    db,
    sql`select m.user_id as "userId", u.name, u.image, m.role, coalesce(c.campaigns, '{}') as campaigns,
        p.user_id is not null as "hasRow", coalesce(p.version, 0) as version, p.plan, p.agreed,
        p.paused_from as "pausedFrom", p.paused_until as "pausedUntil", p.written_until as "writtenUntil",
        coalesce(w.weeks, '[]') as weeks
      from memberships m
      join users u on u.id = m.user_id
      left join shift_plans p on p.business_id = m.business_id and p.user_id = m.user_id
      left join lateral (select jsonb_object_agg(x.campaign_id, x.role) as campaigns
        from campaign_members x join campaigns k on k.business_id = x.business_id and k.id = x.campaign_id
        where x.business_id = m.business_id and x.user_id = m.user_id and k.deleted_at is null) c on true
      left join lateral (select json_agg(json_build_object('week', x.week, 'days', x.published) order by x.week) as weeks
        from shift_weeks x where x.business_id = m.business_id and x.user_id = m.user_id and x.week >= ${since}::date
          and x.published is not null) w on true
      where m.business_id = ${businessId} and m.suspended_at is null
        and ${userId ? sql`m.user_id = ${userId}` : sql`true`}
      order by m.joined_at, m.user_id`,
  )

type Changed = { userId: string; plan: ShiftPlan }
export const upsertPlan = (tx: Db, businessId: string, { userId, plan }: Changed) =>
  sql`insert into shift_plans (business_id, user_id, plan, version)
    values (${businessId}, ${userId}, ${JSON.stringify(plan)}::json, 1)
    on conflict (business_id, user_id) do update set plan = excluded.plan, version = shift_plans.version + 1`.execute(
    tx,
  )

type Paused = { userId: string; from: string | null; until: string | null }
export const upsertPause = (tx: Db, businessId: string, { userId, from, until }: Paused) =>
  sql`insert into shift_plans (business_id, user_id, paused_from, paused_until)
    values (${businessId}, ${userId}, ${from}, ${until})
    on conflict (business_id, user_id) do update
      set paused_from = excluded.paused_from, paused_until = excluded.paused_until`.execute(tx)

type Agreed = { userId: string; weekly: readonly WeeklyShifts[] }
export const upsertAgreed = (tx: Db, businessId: string, { userId, weekly }: Agreed) =>
  sql`insert into shift_plans (business_id, user_id, agreed) values (${businessId}, ${userId}, ${JSON.stringify(weekly)}::json)
    on conflict (business_id, user_id) do update set agreed = excluded.agreed`.execute(tx)

/** Weeks of people between two Sundays that have a draft or are published. */
export const listWeeks = (
  db: Db,
  businessId: string,
  { from, to, userId }: { from: string; to: string; userId?: string },
) =>
  rowsOf<StoredWeek>(
    db,
    sql`select user_id as "userId", week::text as week, published, draft, version, published_at as "publishedAt"
      from shift_weeks where business_id = ${businessId} and week between ${from}::date and ${to}::date
        and ${userId ? sql`user_id = ${userId}` : sql`true`}`,
  )

type Place = { userId: string; week: string }
export const upsertDraft = (tx: Db, businessId: string, { userId, week, days }: Place & { days: HeldWeek | null }) =>
  sql`insert into shift_weeks (business_id, week, user_id, draft, version)
    values (${businessId}, ${week}, ${userId}, ${days && JSON.stringify(days)}::json, 1)
    on conflict (business_id, week, user_id) do update set draft = excluded.draft, version = shift_weeks.version + 1`.execute(
    tx,
  )

type Published = Place & { days: HeldWeek; draft: HeldWeek | null; at: string }
export const upsertPublished = (tx: Db, businessId: string, { userId, week, days, draft, at }: Published) =>
  sql`insert into shift_weeks (business_id, week, user_id, published, draft, published_at, version)
    values (${businessId}, ${week}, ${userId}, ${JSON.stringify(days)}::json, ${draft && JSON.stringify(draft)}::json, ${at}, 1)
    on conflict (business_id, week, user_id) do update set published = excluded.published, draft = excluded.draft,
      published_at = excluded.published_at, version = shift_weeks.version + 1`.execute(tx)

export const findSettings = async (db: Db, businessId: string) => {
  const [row] = await rowsOf<{ settings: ShiftSettings; version: number }>(
    db,
    sql`select settings, version from shift_settings where business_id = ${businessId}`,
  )
  return row
}
export const upsertSettings = (tx: Db, businessId: string, settings: ShiftSettings) =>
  sql`insert into shift_settings (business_id, settings, version) values (${businessId}, ${JSON.stringify(settings)}::json, 1)
    on conflict (business_id) do update set settings = excluded.settings, version = shift_settings.version + 1`.execute(
    tx,
  )

/** Campaigns by name. */
export const listCampaigns = (db: Db, businessId: string) =>
  rowsOf<{ id: string; isEnabled: boolean }>(
    db,
    sql`select id, is_enabled as "isEnabled" from campaigns where business_id = ${businessId} and deleted_at is null
      order by name, id`,
  )

/** What a member who left had before them; what is past stays. */
export async function deleteFuture(tx: Db, businessId: string, { userId, week, at }: Place & { at: string }) {
  const gone = sql`exists (select from memberships m where m.business_id = ${businessId} and m.user_id = ${userId}
    and m.removed_at is not null)`
  const own = sql`business_id = ${businessId} and user_id = ${userId} and ${gone}`
  await sql`delete from shift_plans where ${own}`.execute(tx)
  await sql`delete from shift_weeks where ${own} and (week >= ${week}::date or published is null)`.execute(tx)
  await sql`delete from shift_periods where ${own} and starts_at >= ${at}`.execute(tx)
  await sql`update shift_periods set ends_at = ${at} where ${own} and ends_at > ${at}`.execute(tx)
}
