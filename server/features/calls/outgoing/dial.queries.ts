import { sql } from 'kysely'
import type { Routing } from '#contract/calls/routing.ts'
import { type Db, rowsOf } from '../../../platform/db/db.ts'
import type { Plan, Talk } from '../../numbers/routing.rules.ts'

export type ShownNumber = { id: string; phone: string; connectionId: string; routing: Routing; campaignName: string }
/** The active number of the campaign to show: the one that this person rang last, else the oldest. */
export async function findShownNumber(
  db: Db,
  businessId: string,
  { campaignId, phone }: { campaignId: string; phone: string },
) {
  const [row] = await rowsOf<ShownNumber>(
    db,
    sql`select n.id, n.phone, n.connection_id as "connectionId", n.routing, c.name as "campaignName"
      from virtual_numbers n join campaigns c on c.business_id = n.business_id and c.id = n.campaign_id
      where n.business_id = ${businessId} and n.campaign_id = ${campaignId} and n.state = 'active' and c.deleted_at is null
      order by (select max(k.started_at) from calls k where k.business_id = n.business_id and k.caller = ${phone}
        and k.number_id = n.id and not k.is_test) desc nulls last, n.created_at, n.id limit 1`,
  )
  return row
}

type Obstacles = { isBarred: boolean; isVirtual: boolean }
/**
 * Whether a live lead with this phone, also as a further contact, is marked as not to be called, and whether it is a
 * virtual number of the installation, from which the call would come back.
 */
export async function findObstacles(db: Db, businessId: string, phone: string): Promise<Obstacles> {
  const [row] = await rowsOf<Obstacles>(
    db,
    sql`select exists (select from filter_virtual_numbers(array[${phone}::text])) as "isVirtual",
      exists (select from leads l where l.business_id = ${businessId} and l.do_not_call and l.deleted_at is null
        and (l.phone = ${phone} or exists (select from lead_contacts c
          where c.business_id = l.business_id and c.lead_id = l.id and c.value = ${phone}))) as "isBarred"`,
  )
  return row as Obstacles
}

/** The verified phone of a member. */
export async function findOwnPhone(db: Db, businessId: string, userId: string) {
  const member = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.phone')
    .where('m.business_id', '=', businessId)
    .where('m.user_id', '=', userId)
    .where('u.phone_verified_at', 'is not', null)
    .executeTakeFirst()
  return member?.phone ?? undefined
}

type Callee = { phone: string; userId: string }
/** The person who talks in a call or makes it, also after transfers. */
const TALKS = sql`coalesce(passed_to[cardinality(passed_to)], answered_by, made_by)`
/** A live call of the person or of the member, with the name of the colleague who has it; undefined: none. */
export async function findLiveCall(db: Db, businessId: string, { phone, userId }: Callee) {
  const [row] = await rowsOf<{ isOwn: boolean; name: string | null }>(
    db,
    sql`select k.who = ${userId}::uuid as "isOwn", u.name from (
        select ${TALKS} as who, started_at from calls where business_id = ${businessId} and made_by is not null
          and not is_logged and state <> 'ended' and status is null and (${TALKS} = ${userId} or called = ${phone})
        union all
        select ${TALKS}, started_at from calls where business_id = ${businessId} and status is null and not is_test
          and made_by is null and state <> 'ended' and (caller = ${phone} or state = 'talking' and ${TALKS} = ${userId})) k
      left join users u on u.id = k.who order by "isOwn" desc nulls last, k.started_at desc limit 1`,
  )
  return row
}

type NewCall = {
  id: string
  connectionId: string
  numberId: string
  campaignId: string
  leadId: string | null
  phone: string
  userId: string
  plan: Plan
  at: Date
  checkAt: Date
}
/**
 * Inserts a call before any phone rings; until the provider returns an id, the call's own id is used in its place. False:
 * the person is called already, or the member makes another call.
 */
export async function insertDialled(tx: Db, businessId: string, call: NewCall): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('calls')
    .values({
      business_id: businessId,
      id: call.id,
      connection_id: call.connectionId,
      provider_sid: call.id,
      direction: 'outbound',
      number_id: call.numberId,
      campaign_id: call.campaignId,
      lead_id: call.leadId,
      called: call.phone,
      made_by: call.userId,
      phase: 'agent',
      plan: JSON.stringify(call.plan),
      started_at: call.at.toISOString(),
      check_at: call.checkAt.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The called phone rings now. False: it did before. */
export async function markRinging(tx: Db, businessId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('calls')
    .set({ phase: 'lead' })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('phase', '=', 'agent')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const checkAt = (db: Db, businessId: string, { id, at }: { id: string; at: Date }) =>
  db
    .updateTable('calls')
    .set({ check_at: at.toISOString() })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('check_at', 'is not', null)
    .execute()

/** Marks the call as canceled, so that it ends whatever its phones report later. */
export const markCanceled = (tx: Db, businessId: string, id: string) =>
  tx
    .updateTable('calls')
    .set({ plan: sql`jsonb_set(plan, '{outgoing,isCanceled}', 'true')` })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** Whether the phone of the member who makes the call was answered; read once the call is locked. */
export async function isMemberReached(tx: Db, businessId: string, id: string): Promise<boolean> {
  const found = await rowsOf(
    tx,
    sql`select from provider_events where business_id = ${businessId} and call_id = ${id} and kind = 'answered' limit 1`,
  )
  return found.length > 0
}

/** A call that this member makes, locked. */
export const lockMade = (tx: Db, businessId: string, { id, userId }: { id: string; userId: string }) =>
  tx
    .selectFrom('calls')
    .select(['id', 'provider_sid as sid', 'connection_id as connectionId', 'state'])
    .select(sql<Talk | null>`plan -> 'talk'`.as('talk'))
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('made_by', '=', userId)
    .where('is_logged', '=', false)
    .forUpdate()
    .executeTakeFirst()
