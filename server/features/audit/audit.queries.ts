import { sql } from 'kysely'
import { TIME_ZONE } from '#contract/constants.ts'
import type { EventName } from '#contract/events/catalogue.ts'
import type { Actor } from '#contract/events/events.ts'
import type { Db } from '../../platform/db/db.ts'
import { UNPREPARED } from '../../platform/db/named-statements.ts'
import type { Position } from '../../platform/events/position.ts'

export type AuditEvent = Position & {
  at: string
  name: EventName
  campaignId: string
  leadId: string | null
  actor: Actor
  payload: Record<string, unknown>
  personal: Record<string, unknown> | null
}

export type AuditFilter = {
  names: readonly EventName[]
  /** Whether the filter excludes events of leads and calls; an index serves this case. */
  isAside: boolean
  by?: { kind: 'person' | 'key'; id: string } | undefined
  from?: string | undefined
  to?: string | undefined
  about?: { kind: 'lead' | 'campaign' | 'other'; id: string } | undefined
}

const startOf = (day: string, plusDays = 0) =>
  sql`((${day}::date + ${sql.lit(plusDays)}::int)::timestamp at time zone ${sql.lit(TIME_ZONE)})`

/** Must equal the condition of the index events_rare. */
const aside = sql`lead_id is null and name not in ('call.started', 'call.changed', 'call.ended')`

const matching = (businessId: string, { names, isAside, by, from, to, about }: AuditFilter) => sql`
  business_id = ${businessId} and name = any(${names}::text[])
  ${isAside ? sql`and ${aside}` : sql``}
  ${by ? (by.kind === 'person' ? sql`and user_id = ${by.id}` : sql`and actor ->> 'keyId' = ${by.id}`) : sql``}
  ${from ? sql`and at >= ${startOf(from)}` : sql``}
  ${to ? sql`and at < ${startOf(to, 1)}` : sql``}
  ${about ? isAbout(about) : sql``}`

/** Other ids have various field names in the payload, so they are matched as text. */
const isAbout = ({ kind, id }: NonNullable<AuditFilter['about']>) =>
  kind === 'lead'
    ? sql`and lead_id = ${id}`
    : kind === 'campaign'
      ? sql`and campaign_id = ${id}`
      : sql`and ${aside} and position(${id} in payload::text) > 0`

type EventPage = { before?: Position | undefined; after?: Position | undefined; most: number }
/** Newest first: events before a position, or after it. */
export async function listEvents(db: Db, businessId: string, filter: AuditFilter, { before, after, most }: EventPage) {
  const place = before
    ? sql`and (xid, id) < (${before.xid}::xid8, ${before.id}::uuid)`
    : after
      ? sql`and (xid, id) > (${after.xid}::xid8, ${after.id}::uuid)`
      : sql``
  // The column is qualified, because the bare name would refer to the text alias, in which '9' sorts after '10'.
  const order = after ? sql`order by events.xid, events.id` : sql`order by events.xid desc, events.id desc`
  const { rows } = await sql<AuditEvent>`${sql.raw(UNPREPARED)}
    select xid::text as xid, id, at, name, campaign_id as "campaignId", lead_id as "leadId", actor, payload, personal
    from events where ${matching(businessId, filter)} ${place} ${order} limit ${sql.lit(most)}`.execute(db)
  return after ? rows.reverse() : rows
}

/** The kind of this id, limited to the kinds that the log distinguishes. */
export async function findKindOf(db: Db, businessId: string, id: string): Promise<'lead' | 'campaign' | 'other'> {
  const { rows } = await sql<{ kind: 'lead' | 'campaign' }>`
    select 'lead' as kind where exists (select from events where business_id = ${businessId} and lead_id = ${id})
    union all
    select 'campaign' from campaigns where business_id = ${businessId} and id = ${id}`.execute(db)
  return rows[0]?.kind ?? 'other'
}

type Named = { id: string; name: string }
export type NamedPerson = Named & { image: string | null }
/** Returns those of these users who are or were members. */
export const listPeople = (db: Db, businessId: string, ids: readonly string[]): Promise<NamedPerson[]> =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.name', 'u.image'])
    .where('m.business_id', '=', businessId)
    .where('m.user_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

export const listKeys = (db: Db, businessId: string) =>
  db.selectFrom('api_keys').select(['id', 'name']).where('business_id', '=', businessId).orderBy('name').execute()

/** Present and former members; e-mail addresses of present ones. */
export const listMembers = (db: Db, businessId: string, most: number) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.name', ofMember('email').as('email'), ofMember('phone').as('phone')])
    .where('m.business_id', '=', businessId)
    .orderBy('u.name')
    .orderBy('u.id')
    .limit(most)
    .execute()
const ofMember = (column: 'email' | 'phone') =>
  sql<string | null>`case when m.removed_at is null then ${sql.ref(`u.${column}`)} end`

export const listCampaigns = (db: Db, businessId: string, most: number) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'name'])
    .where('business_id', '=', businessId)
    .orderBy('name')
    .orderBy('id')
    .limit(most)
    .execute()

/** Names of these ids, from every table of the business that may hold one. */
export async function listNames(db: Db, businessId: string, ids: readonly string[]) {
  const { rows } = await sql<
    Named & { kind: 'lead' | 'campaign' | 'form' | 'leadSource' | 'number' | 'automation' | 'key'; isThere: boolean }
  >`
    select id, 'lead' as kind, coalesce(nullif(name, ''), phone, email, '') as name, true as "isThere" from leads
      where business_id = ${businessId} and id = any(${ids}::uuid[])
    union all
    select id, 'campaign', name, deleted_at is null from campaigns
      where business_id = ${businessId} and id = any(${ids}::uuid[])
    union all
    select id, 'form', name, deleted_at is null from forms where business_id = ${businessId} and id = any(${ids}::uuid[])
    union all
    select id, 'leadSource', name, deleted_at is null from lead_sources
      where business_id = ${businessId} and id = any(${ids}::uuid[])
    union all
    select id, 'number', phone, released_at is null from virtual_numbers
      where business_id = ${businessId} and id = any(${ids}::uuid[])
    union all
    select id, 'automation', name, deleted_at is null from automations
      where business_id = ${businessId} and id = any(${ids}::uuid[])
    union all
    select id, 'key', name, true from api_keys where business_id = ${businessId} and id = any(${ids}::uuid[])`.execute(
    db,
  )
  return rows
}

export const listStatuses = (db: Db, businessId: string) =>
  db.selectFrom('lead_statuses').select(['id', 'name_he', 'name_en']).where('business_id', '=', businessId).execute()
