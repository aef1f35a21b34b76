import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { JoinRequest, JoinState, OwnRequest, WaitingFilters } from '#contract/team/waiting-list.ts'
import type { Db } from '../../platform/db/db.ts'
import type { SearchLike } from '../../platform/phones.ts'

export type WaitingFilter = {
  filters?: WaitingFilters | undefined
  /** Matches a part of a name, an address or a phone. */
  like?: SearchLike | undefined
}
const matching = (businessId: string, { filters = {}, like }: WaitingFilter) => sql`
  r.business_id = ${businessId} and r.decided_at is null
  and (${filters.state ?? null}::text[] is null or r.state = any(${filters.state ?? []}::text[]))
  ${like ? sql`and (u.name ilike ${like.text} or u.email ilike ${like.text} or u.phone like any(${like.phones}::text[]))` : sql``}`

type Row = Omit<JoinRequest, 'user'> & { userId: string; name: string; image: string | null; language: Language }
const rows = sql`select r.id as "_id", r.state, r.note, r.source, r.asked_at as "askedAt", r.user_id as "userId",
    u.name, u.image, u.email, u.phone, u.language
  from join_requests r join users u on u.id = r.user_id`

type Page = WaitingFilter & { limit: number; offset: number }
/** Requests on the waiting list, longest waiting first. */
export async function listRequests(db: Db, businessId: string, { limit, offset, ...filter }: Page) {
  const found = await sql<Row>`${rows} where ${matching(businessId, filter)}
    order by r.asked_at, r.id limit ${limit} offset ${offset}`.execute(db)
  return found.rows
}

export async function countRequests(db: Db, businessId: string, filter: WaitingFilter): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total
    from join_requests r join users u on u.id = r.user_id where ${matching(businessId, filter)}`.execute(db)
  return found.rows[0]?.total ?? 0
}

/** Locks those requests that are still pending. The fixed order prevents deadlocks. */
export async function lockRequests(tx: Db, businessId: string, ids: readonly string[]) {
  const found = await sql<Row>`${rows} where r.business_id = ${businessId} and r.id = any(${ids}::uuid[])
    and r.decided_at is null order by r.id for update of r`.execute(tx)
  return found.rows
}

export const updateStates = (
  db: Db,
  businessId: string,
  { ids, state }: { ids: readonly string[]; state: JoinState },
) =>
  db
    .updateTable('join_requests')
    .set({ state })
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

type Decided = {
  ids: readonly string[]
  by: string
  now: Date
  outcome: 'approved' | 'declined' | 'withdrawn'
  reason?: string
}
export const updateDecided = (db: Db, businessId: string, { ids, by, now, outcome, reason = '' }: Decided) =>
  db
    .updateTable('join_requests')
    .set({ decided_at: now.toISOString(), decided_by: by, outcome, reason })
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

export const findLink = (db: Db, businessId: string) =>
  db
    .selectFrom('join_links')
    .select(['key', 'is_enabled as isEnabled', 'renewed_at as renewedAt'])
    .where('business_id', '=', businessId)
    .executeTakeFirst()

type NewLink = { key: string; isEnabled: boolean; renew: boolean; now: Date }
/** Creates the link. An existing link keeps its key unless `renew` is set. */
export const upsertLink = (db: Db, businessId: string, { key, isEnabled, renew, now }: NewLink) =>
  db
    .insertInto('join_links')
    .values({ business_id: businessId, key, is_enabled: isEnabled, renewed_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict.column('business_id').doUpdateSet((eb) => ({
        is_enabled: eb.ref('excluded.is_enabled'),
        ...(renew && { key: eb.ref('excluded.key'), renewed_at: eb.ref('excluded.renewed_at') }),
      })),
    )
    .returning(['key', 'is_enabled as isEnabled', 'renewed_at as renewedAt'])
    .executeTakeFirstOrThrow()

export type OfLink = { businessId: string; name: string; image: string | null }
/** The business of an enabled link, found across tenants through a `security definer` function. */
export async function findBusinessOfLink(db: Db, key: string) {
  const found = await sql<OfLink>`
    select business_id as "businessId", name, image from find_join_link(${key})`.execute(db)
  return found.rows[0]
}

type NewRequest = { id: string; userId: string; note: string; source: string; now: Date }
/** Returns undefined if a request is already pending. */
export const insertRequest = (db: Db, businessId: string, { id, userId, note, source, now }: NewRequest) =>
  db
    .insertInto('join_requests')
    .values({ business_id: businessId, id, user_id: userId, note, source, asked_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

export const findDeclined = (db: Db, businessId: string, { userId, since }: { userId: string; since: Date }) =>
  db
    .selectFrom('join_requests')
    .select('id')
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .where('outcome', '=', 'declined')
    .where('decided_at', '>', since.toISOString())
    .executeTakeFirst()

/**
 * The person's pending requests, newest first. They are read through a function, because they belong to different
 * tenants.
 */
export async function listOwnRequests(db: Db): Promise<OwnRequest[]> {
  const found = await sql<{ businessId: string; id: string; name: string; image: string | null; askedAt: string }>`
    select business_id as "businessId", id, name, image, asked_at as "askedAt" from own_join_requests()`.execute(db)
  return found.rows.map(({ businessId, id, name, image, askedAt }) => ({
    _id: id,
    business: { _id: businessId, name, image },
    askedAt,
  }))
}
