import { sql } from 'kysely'
import { keyOfFieldName } from '#contract/lead-fields/own-fields.ts'
import type { Trigger } from '#contract/leads/automations/automation-shapes.ts'
import { type Db, rowsOf } from '../../../platform/db/db.ts'

const watching = sql`a.is_on and a.deleted_at is null and a.listens in ('inactive', 'date_reached')`

/** Businesses that have a rule which starts by time. */
export async function listWatchingBusinesses(db: Db) {
  const rows = await rowsOf<{ businessId: string }>(
    db,
    sql`select distinct a.business_id as "businessId" from automations a
      join businesses b on b.business_id = a.business_id and b.closes_at is null where ${watching}`,
  )
  return rows.map(({ businessId }) => businessId)
}

/** One process at a time looks at the leads of a business. */
export async function tryWatch(tx: Db, businessId: string) {
  const [row] = await rowsOf<{ has: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${businessId}::text || ' automation watches', 0)) as has`,
  )
  return row?.has ?? false
}

export type WatchTrigger = Extract<Trigger, { kind: 'inactive' | 'date_reached' }>
export type Watch = { automationId: string; trigger: WatchTrigger; since: string }

/** The rules that start by time, and since when they count. */
export const listWatches = (tx: Db, businessId: string) =>
  rowsOf<Watch>(
    tx,
    sql`select a.id as "automationId", v.content->'trigger' as trigger, a.watches_from as since from automations a
      join automation_versions v on v.business_id = a.business_id and v.automation_id = a.id and v.version = a.version
      where a.business_id = ${businessId} and ${watching} order by a.position, a.id`,
  )

type Of<K extends WatchTrigger['kind']> = { watch: Watch; trigger: Extract<WatchTrigger, { kind: K }>; now: Date }

/** A rule starts once for each lead and moment of its last activity. */
const causeOf = (what: ReturnType<typeof sql>, automationId: string) =>
  sql`md5(${automationId}::text || ' ' || l.id || ' ' || ${what})::uuid`

/** Notes how far the rule has looked. */
const noted = (businessId: string, automationId: string) => sql`
  insert into automation_watches (business_id, automation_id, campaign_id, reached)
  select ${businessId}, ${automationId}, m.campaign_id, m.until from marks m where m.until >= m.since
  on conflict (business_id, automation_id, campaign_id) do update set reached = excluded.reached`

const MINUTES = 60
/**
 * Keeps a cause for each open lead whose time without activity became as long as the rule says since it last looked. Both are
 * compared as last activities, so that a change of the hours neither misses a lead nor starts one twice.
 */
export const insertInactive = (tx: Db, businessId: string, { watch, trigger, now }: Of<'inactive'>) => {
  const minutes = trigger.hours * MINUTES
  const { automationId, since } = watch
  return sql`
    with found as (
      select c.id as campaign_id, w.reached, worked_since(${businessId}, c.id, ${since}, ${minutes}) as before,
        worked_since(${businessId}, c.id, ${now.toISOString()}, ${minutes}) as until
      from campaigns c left join automation_watches w on w.business_id = c.business_id and w.campaign_id = c.id
        and w.automation_id = ${automationId}
      where c.business_id = ${businessId} and c.deleted_at is null
    ), marks as (
      select campaign_id, until, coalesce(reached, before) as since from found where until is not null
    ), noted as (${noted(businessId, automationId)})
    insert into automation_causes (business_id, event_id, lead_id, kinds, facts, depth)
    select ${businessId}, ${causeOf(sql`l.last_activity_at`, automationId)}, l.id, '{inactive}',
      jsonb_build_object('automationId', ${automationId}::text), 0
    from marks m join leads l on l.business_id = ${businessId} and l.campaign_id = m.campaign_id
        and l.last_activity_at > m.since and l.last_activity_at <= m.until
      join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id and s.type in ('Open', 'Ongoing')
    where l.deleted_at is null and l.erased_at is null order by l.last_activity_at, l.id`.execute(tx)
}

/** The same for dates in an own field whose moment passed. Looks at leads once a day, when the hour of the rule has come. */
export const insertDated = (tx: Db, businessId: string, { watch, trigger, now }: Of<'date_reached'>) => {
  const { automationId, since } = watch
  const { days, hour } = trigger
  const at = sql`${now.toISOString()}::timestamptz at time zone 'Asia/Jerusalem'`
  const value = sql`(l.fields->>${keyOfFieldName(trigger.field)}::text)`
  const moment = sql`((${value})::date + ${days}::int + make_interval(hours => ${hour}::int)) at time zone 'Asia/Jerusalem'`
  const lastTime = sql`(date_trunc('day', ${at} - make_interval(hours => ${hour}::int)) + make_interval(hours => ${hour}::int))
    at time zone 'Asia/Jerusalem'`
  return sql`
    with marks as (
      select c.id as campaign_id, ${lastTime} as until, coalesce(w.reached, ${since}::timestamptz) as since
      from campaigns c left join automation_watches w on w.business_id = c.business_id and w.campaign_id = c.id
        and w.automation_id = ${automationId}
      where c.business_id = ${businessId} and c.deleted_at is null
        and coalesce(w.reached, ${since}::timestamptz) < ${lastTime}
    ), noted as (${noted(businessId, automationId)})
    insert into automation_causes (business_id, event_id, lead_id, kinds, facts, depth)
    select ${businessId}, ${causeOf(value, automationId)}, l.id, '{date_reached}',
      jsonb_build_object('automationId', ${automationId}::text), 0
    from marks m join leads l on l.business_id = ${businessId} and l.campaign_id = m.campaign_id
    where l.deleted_at is null and l.erased_at is null and ${value} ~ '^\\d{4}-\\d{2}-\\d{2}$'
      and ${moment} > m.since and ${moment} <= m.until
    order by l.id`.execute(tx)
}
