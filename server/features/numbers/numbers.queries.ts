import { sql } from 'kysely'
import type { GivenBack, NumberState } from '#contract/calls/numbers.ts'
import type { Routing } from '#contract/calls/routing.ts'
import type { Db } from '../../platform/db/db.ts'
import type { NumberSettings } from '../../providers/voice/voice.ts'
import type { KnownUser } from '../personal-data.ts'

export type NumberRow = {
  id: string
  phone: string
  label: string
  state: NumberState
  campaignId: string | null
  campaignName: string | null
  connectionId: string
  provider: 'twilio' | 'local'
  providerSid: string
  sms: boolean
  routing: Routing
  flow: { _id: string; name: string; version: number | null } | null
  people: { _id: string; name: string; image: string | null; isSuspended?: true }[]
  createdAt: string
  releasedAt: string | null
  lastCallAt: string | null
  adopted: Adopted | null
  keepsChanges: boolean
  givenBack: GivenBack | null
}
/** What stood in the settings of an adopted number at the provider, and what was set instead. */
export type Adopted = { sid: string; stood: NumberSettings; set: NumberSettings }

const rowsOf = (businessId: string) => sql<NumberRow>`
  select n.id, n.phone, n.label, n.state, n.campaign_id as "campaignId", c.name as "campaignName",
    n.connection_id as "connectionId", o.provider, n.provider_sid as "providerSid", n.sms, n.routing,
    case when f.id is not null then jsonb_build_object('_id', f.id, 'name', f.name, 'version', f.version) end as flow,
    n.created_at as "createdAt", n.released_at as "releasedAt", n.adopted, n.keeps_changes as "keepsChanges",
    n.given_back as "givenBack",
    (select k.started_at from calls k where k.business_id = ${businessId} and k.number_id = n.id and not k.is_test
      order by k.started_at desc limit 1) as "lastCallAt",
    (select coalesce(jsonb_agg(jsonb_build_object('_id', u.id, 'name', u.name, 'image', u.image)
        || case when m.suspended_at is null and m.removed_at is null then '{}' else '{"isSuspended": true}' end::jsonb
        order by u.name), '[]')
      from users u join memberships m on m.business_id = ${businessId} and m.user_id = u.id
      where u.id in (select (t->>'userId')::uuid
        from jsonb_array_elements(coalesce(ring_targets(n.routing, v.content), '[]')) t)) as people
  from virtual_numbers n
    join connections o on o.business_id = n.business_id and o.id = n.connection_id
    left join campaigns c on c.business_id = n.business_id and c.id = n.campaign_id and c.deleted_at is null
    left join call_flows f on f.business_id = n.business_id and f.id = n.flow_id
    left join call_flow_versions v on v.business_id = f.business_id and v.flow_id = f.id and v.version = f.version
  where n.business_id = ${businessId}`

type Filter = { campaignId: string | undefined; visible: readonly string[] | null; released: boolean; most: number }
/** `visible`: the campaigns whose numbers are listed; null means all numbers, including those without a campaign. */
export async function listNumbers(db: Db, businessId: string, { campaignId, visible, released, most }: Filter) {
  const { rows } = await sql<NumberRow>`${rowsOf(businessId)}
      and (${campaignId ?? null}::uuid is null or n.campaign_id = ${campaignId ?? null})
      and (${visible}::uuid[] is null or n.campaign_id = any(${visible}::uuid[]))
      and (${released} or n.state in ('active', 'paused', 'releasing'))
    order by n.created_at desc, n.id desc limit ${most}`.execute(db)
  return rows
}

export async function findNumber(db: Db, businessId: string, id: string) {
  const { rows } = await sql<NumberRow>`${rowsOf(businessId)} and n.id = ${id}`.execute(db)
  return rows[0]
}

export const countNumbers = async (db: Db, businessId: string) => {
  const { count } = await db
    .selectFrom('virtual_numbers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('business_id', '=', businessId)
    .where('state', 'in', ['active', 'paused', 'releasing'])
    .executeTakeFirstOrThrow()
  return count
}

type NewNumber = {
  id: string
  connectionId: string
  campaignId: string | null
  phone: string
  providerSid: string
  label: string
  sms: boolean
  routing: Routing
  createdBy: string | null
  adopted: Adopted | null
}
/** Returns false if the number is already stored. */
export async function insertNumber(tx: Db, businessId: string, wanted: NewNumber): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('virtual_numbers')
    .values({
      business_id: businessId,
      id: wanted.id,
      connection_id: wanted.connectionId,
      campaign_id: wanted.campaignId,
      phone: wanted.phone,
      provider_sid: wanted.providerSid,
      label: wanted.label,
      sms: wanted.sms,
      routing: JSON.stringify(wanted.routing),
      created_by: wanted.createdBy,
      adopted: wanted.adopted && JSON.stringify(wanted.adopted),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

type Changes = {
  id: string
  label?: string | undefined
  campaignId?: string | null | undefined
  state?: NumberState | undefined
  routing?: Routing | undefined
  releasedAt?: Date | undefined
  keepsChanges?: boolean | undefined
  givenBack?: GivenBack | undefined
  /** Update only if the number is in one of these states. */
  from?: readonly NumberState[]
}
export const updateNumber = (
  tx: Db,
  businessId: string,
  { id, label, campaignId, state, routing, releasedAt, keepsChanges, givenBack, from }: Changes,
) =>
  tx
    .updateTable('virtual_numbers')
    .set({
      ...(label !== undefined && { label }),
      ...(campaignId !== undefined && { campaign_id: campaignId }),
      ...(state && { state }),
      ...(routing && { routing: JSON.stringify(routing) }),
      ...(releasedAt && { released_at: releasedAt.toISOString() }),
      ...(keepsChanges !== undefined && { keeps_changes: keepsChanges }),
      ...(givenBack && { given_back: givenBack }),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .$if(from !== undefined, (query) => query.where('state', 'in', from ?? []))
    .returning('id')
    .executeTakeFirst()

/** Minutes between the first attempts to release a number; after them it is tried daily. */
const RELEASE_MINUTES = [1, 5, 30, 120, 480]
const DAY_MINUTES = 1_440
export const postponeRelease = (db: Db, businessId: string, { id, now }: { id: string; now: Date }) =>
  sql`update virtual_numbers set release_tries = release_tries + 1, release_at = ${now.toISOString()}::timestamptz
      + make_interval(mins => coalesce((${RELEASE_MINUTES}::int[])[release_tries + 1], ${DAY_MINUTES}::int))
    where business_id = ${businessId} and id = ${id}::uuid and state = 'releasing'`.execute(db)

/**
 * Sets the number that a campaign shows to its oldest active number. Returns the numbers before and after if it
 * changed.
 */
export async function showNumberOf(tx: Db, businessId: string, campaignId: string) {
  const { rows } = await sql<{ before: string | null; after: string | null }>`
    with shown as (select c.id, c.virtual_number as before, (select n.phone from virtual_numbers n
        where n.business_id = ${businessId} and n.campaign_id = ${campaignId} and n.state in ('active', 'paused')
        order by n.created_at, n.id limit 1) as after
      from campaigns c where c.business_id = ${businessId} and c.id = ${campaignId})
    update campaigns c set virtual_number = s.after from shown s
    where c.business_id = ${businessId} and c.id = s.id and s.before is distinct from s.after
    returning s.before, s.after`.execute(tx)
  return rows[0]
}

/** Returns those of these phones that are virtual numbers of any business. */
export async function listVirtualOnes(db: Db, phones: string[]): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`select filter_virtual_numbers(${phones}::text[]) as phone`.execute(db)
  return rows.map(({ phone }) => phone)
}

/** Returns those of these people who are members now. */
export async function listMembersAmong(db: Db, businessId: string, userIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('user_id as id')
    .where('business_id', '=', businessId)
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('suspended_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

export type OrderRow = {
  id: string
  connectionId: string
  campaignId: string | null
  phone: string
  label: string
  routing: Routing
  state: 'ordering' | 'done' | 'failed'
  error: string | null
  numberId: string | null
  createdBy: string | null
  createdAt: string
  adopted: Adopted | null
}
const orderColumns = [
  'id',
  'connection_id as connectionId',
  'campaign_id as campaignId',
  'phone',
  'label',
  'routing',
  'state',
  'error',
  'number_id as numberId',
  'created_by as createdBy',
  'created_at as createdAt',
  'adopted',
] as const

export const findOrder = (db: Db, businessId: string, id: string) =>
  db
    .selectFrom('number_orders')
    .select(orderColumns)
    .$castTo<OrderRow>()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()

type NewOrder = Omit<OrderRow, 'state' | 'error' | 'numberId' | 'createdAt'>
/** Returns false if this number has already been ordered. */
export async function insertOrder(tx: Db, businessId: string, order: NewOrder): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('number_orders')
    .values({
      business_id: businessId,
      id: order.id,
      connection_id: order.connectionId,
      campaign_id: order.campaignId,
      phone: order.phone,
      label: order.label,
      routing: JSON.stringify(order.routing),
      created_by: order.createdBy,
      adopted: order.adopted && JSON.stringify(order.adopted),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

type Ended = {
  id: string
  state: 'ordering' | 'done' | 'failed'
  error?: string | undefined
  numberId?: string | undefined
}
export const updateOrder = (tx: Db, businessId: string, { id, state, error = undefined, numberId }: Ended) =>
  tx
    .updateTable('number_orders')
    .set({ state, error: error ?? null, number_id: numberId ?? null, updated_at: sql`now()` })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', '=', 'ordering')
    .execute()

/**
 * Locks an open order, so that the order is not sent twice. Returns undefined if it is settled or locked by another
 * process.
 */
export const lockOrder = (tx: Db, businessId: string, id: string) =>
  tx
    .selectFrom('number_orders')
    .select(orderColumns)
    .$castTo<OrderRow>()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', '=', 'ordering')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export const setProviderSid = (db: Db, businessId: string, { id, sid }: { id: string; sid: string }) =>
  db
    .updateTable('virtual_numbers')
    .set({ provider_sid: sid })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('provider_sid', '<>', sid)
    .execute()

/** Removes a user from the ring lists of numbers and orders. */
export async function eraseRingTargets(tx: Db, businessId: string, { userId }: KnownUser) {
  for (const table of ['virtual_numbers', 'number_orders'])
    await sql`update ${sql.table(table)} set routing = jsonb_set(routing, '{ring,targets}', (
        select coalesce(jsonb_agg(target), '[]') from jsonb_array_elements(routing #> '{ring,targets}') target
        where target ->> 'userId' is distinct from ${userId}::text))
      where business_id = ${businessId} and jsonb_typeof(routing #> '{ring,targets}') = 'array'
        and routing::text like '%' || ${userId}::text || '%'`.execute(tx)
}

/** Whether the business has ever had a number. */
export const hasNumber = async (db: Db, businessId: string) =>
  (await db
    .selectFrom('virtual_numbers')
    .select('id')
    .where('business_id', '=', businessId)
    .limit(1)
    .executeTakeFirst()) !== undefined
