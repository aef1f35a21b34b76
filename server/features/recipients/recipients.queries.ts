import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { Db } from '../../platform/db/db.ts'
import type { KnownUser } from '../personal-data.ts'

export type RecipientChannel = 'mail' | 'sms'
export type Address = { channel: RecipientChannel; address: string }
export type StoredState = 'asked' | 'confirmed' | 'refused'

/** The addresses that a campaign lists, in order. */
const listedBy = (businessId: string, campaignId: string) => sql`
  select a.channel, a.address, row_number() over () as place from campaigns c, lateral (
    select 'mail' as channel, unnest(c.email_notifications) as address
    union all select 'sms', unnest(c.sms_notifications)) a
  where c.business_id = ${businessId} and c.id = ${campaignId} and c.deleted_at is null`

/** Condition that the address belongs to a member of the business who verified it. */
const isOfMember = sql`exists (select from memberships m join users u on u.id = m.user_id
  where m.business_id = b.business_id and m.suspended_at is null and u.status <> 'Pending'
    and case l.channel when 'mail' then u.email = l.address and u.email_verified_at is not null
      else u.phone = l.address and u.phone_verified_at is not null end)`

export type ListedRow = Address & {
  /** Null if consent was never requested. */
  id: string | null
  isMember: boolean
  state: StoredState | null
  askedAt: string | null
  asks: number
}
export async function listRecipients(db: Db, businessId: string, campaignId: string): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select l.channel, l.address, ${isOfMember} as "isMember", r.id, r.state, r.asked_at as "askedAt", coalesce(r.asks, 0) as asks
    from (${listedBy(businessId, campaignId)}) l cross join (select ${businessId}::uuid as business_id) b
      left join listed_recipients r
        on r.business_id = b.business_id and r.channel = l.channel and r.address = l.address
    order by l.place`.execute(db)
  return rows
}

/** Addresses that a save added to the campaign's lists: those in the event's changes or, for a new campaign, all. */
export async function listAdded(db: Db, businessId: string, eventId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    with saved as (select name, campaign_id, personal -> 'changes' as changes from events
      where business_id = ${businessId} and id = ${eventId}),
    lists as (select changes -> list as change from saved, unnest(array['emailNotifications', 'smsNotifications']) list)
    select address from lists, jsonb_array_elements_text(change -> 1) address where not (change -> 0) ? address
    union all
    select unnest(c.email_notifications || c.sms_notifications) from saved s
      join campaigns c on c.business_id = ${businessId} and c.id = s.campaign_id
      where s.name = 'campaign.created'`.execute(db)
  return rows.map(({ address }) => address)
}

export async function isShownMasked(db: Db, businessId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isShownMasked: boolean }>`
    select b.masks_contacts and sees_masked_contacts(b.business_id, ${userId}) as "isShownMasked"
    from businesses b where b.business_id = ${businessId}`.execute(db)
  return rows[0]?.isShownMasked === true
}

type New = Address & { id: string; language: Language; now: Date }
/** Returns false if the address already has a row. */
export async function insertRecipient(tx: Db, businessId: string, { now, ...values }: New): Promise<boolean> {
  const inserted = await tx
    .insertInto('listed_recipients')
    .values({ business_id: businessId, ...values, asked_at: now.toISOString() })
    .onConflict((conflict) => conflict.columns(['business_id', 'channel', 'address']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Locks the recipient until the transaction ends, which serializes requests and answers. */
export const lockRecipient = (tx: Db, businessId: string, { channel, address }: Address) =>
  tx
    .selectFrom('listed_recipients')
    .select(['id', 'state', 'language', 'asks', 'asked_at as askedAt'])
    .$narrowType<{ state: StoredState; language: Language }>()
    .where('business_id', '=', businessId)
    .where('channel', '=', channel)
    .where('address', '=', address)
    .forUpdate()
    .executeTakeFirst()

type AskedAgain = { id: string; now: Date; isLastFailed: boolean }
/** Stores that consent was requested. A request that could not be sent is not counted. */
export const updateAsked = (tx: Db, businessId: string, { id, now, isLastFailed }: AskedAgain) =>
  tx
    .updateTable('listed_recipients')
    .set({ asked_at: now.toISOString(), ...(!isLastFailed && { asks: sql`asks + 1` }) })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** The business of a recipient, across tenants; undefined if the id is unknown. */
export async function findBusinessOf(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ businessId: string | null }>`
    select find_business_of_recipient(${id}::uuid) as "businessId"`.execute(db)
  return rows[0]?.businessId ?? undefined
}

export const findOpened = (db: Db, businessId: string, id: string) =>
  db
    .selectFrom('listed_recipients as r')
    .innerJoin('businesses as b', 'b.business_id', 'r.business_id')
    .select(['r.channel', 'r.address', 'r.language', 'r.state', 'b.name', 'b.image'])
    .$narrowType<{ channel: RecipientChannel; language: Language; state: StoredState }>()
    .where('r.business_id', '=', businessId)
    .where('r.id', '=', id)
    .executeTakeFirst()

type Decided = { id: string; state: 'confirmed' | 'refused'; now: Date }
/** Stores the answer and returns whether it changed. */
export async function updateDecided(tx: Db, businessId: string, { id, state, now }: Decided): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('listed_recipients')
    .set({ state, decided_at: now.toISOString() })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', '<>', state)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type Confirmed = Address & { id: string; language: Language }
export const listConfirmed = (db: Db, businessId: string, addresses: readonly string[]): Promise<Confirmed[]> =>
  db
    .selectFrom('listed_recipients')
    .select(['id', 'channel', 'address', 'language'])
    .$narrowType<{ channel: RecipientChannel; language: Language }>()
    .where('business_id', '=', businessId)
    .where('state', '=', 'confirmed')
    .where('address', '=', sql<string>`any(${addresses}::text[])`)
    .execute()

export const findBusinessName = async (db: Db, businessId: string) =>
  (await db.selectFrom('businesses').select('name').where('business_id', '=', businessId).executeTakeFirst())?.name ??
  ''

export const findLanguageOf = async (db: Db, businessId: string, userId: string) =>
  (
    await db
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select('u.language')
      .$narrowType<{ language: Language }>()
      .where('m.business_id', '=', businessId)
      .where('m.user_id', '=', userId)
      .executeTakeFirst()
  )?.language

export const eraseListedRecipient = (tx: Db, businessId: string, { email, phone }: KnownUser) =>
  sql`delete from listed_recipients where business_id = ${businessId} and address in (${email}, ${phone})`.execute(tx)
