import { sql } from 'kysely'
import type { ViewList } from '#contract/leads/saved-views/saved-views.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Named, StoredView } from './saved-views.rules.ts'

/** Serializes changes of a business's views: their names, numbers and order depend on each other. */
export const lockViews = (tx: Db, businessId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${businessId}::text || ' saved views', 0))`.execute(tx)

type Row = Omit<StoredView, 'createdBy'> & { ownerName: string; ownerImage: string | null; isDeleted: boolean }

type Reader = { userId: string; list: ViewList }
/** The business's shared views of a list and the user's own, with deleted ones. */
const views = (businessId: string, { userId, list }: Reader) => sql`
  select v.id as "_id", v.list, v.name, v.is_shared as "isShared", v.is_pinned as "isPinned", v.query, v.position,
    v.owner_id as "ownerId", u.name as "ownerName", u.image as "ownerImage", v.deleted_at is not null as "isDeleted",
    exists (select from saved_view_defaults d
      where d.business_id = v.business_id and d.user_id = ${userId} and d.view_id = v.id) as "isDefault"
  from saved_views v join users u on u.id = v.owner_id
  where v.business_id = ${businessId} and v.list = ${list} and (v.is_shared or v.owner_id = ${userId})`

const toView = ({ ownerName, ownerImage, isDeleted: _, ...view }: Row): StoredView => ({
  ...view,
  createdBy: { _id: view.ownerId, name: ownerName, image: ownerImage },
})

/** Shared views, then the user's private ones, each in their order. */
export async function listViews(db: Db, businessId: string, reader: Reader): Promise<StoredView[]> {
  const { rows } = await sql<Row>`${views(businessId, reader)} and v.deleted_at is null
    order by v.is_shared desc, v.position, v.created_at, v.id`.execute(db)
  return rows.map(toView)
}

type Wanted = Reader & { id: string; isDeleted?: boolean | undefined }
export async function findView(db: Db, businessId: string, { id, isDeleted = false, ...reader }: Wanted) {
  const { rows } = await sql<Row>`${views(businessId, reader)} and v.id = ${id}
    and v.deleted_at is ${sql.raw(isDeleted ? 'not null' : 'null')}`.execute(db)
  return rows[0] && toView(rows[0])
}

type NewRow = Pick<StoredView, 'list' | 'name' | 'isShared' | 'isPinned' | 'query' | 'position' | 'ownerId'> & {
  id: string
}
export const insertView = (tx: Db, businessId: string, { id, list, ownerId, ...view }: NewRow) =>
  tx
    .insertInto('saved_views')
    .values({ business_id: businessId, id, list, owner_id: ownerId, ...columnsOf(view) })
    .execute()

const columnsOf = ({
  name,
  isShared,
  isPinned,
  query,
  position,
}: Pick<StoredView, 'name' | 'isShared' | 'isPinned' | 'position' | 'query'>) => ({
  name,
  is_shared: isShared,
  is_pinned: isPinned,
  query: JSON.stringify(query),
  position,
})

export const updateView = (tx: Db, businessId: string, { _id, ...view }: StoredView) =>
  tx
    .updateTable('saved_views')
    .set(columnsOf(view))
    .where('business_id', '=', businessId)
    .where('id', '=', _id)
    .execute()

export const updateDeleted = (tx: Db, businessId: string, id: string, at: string | null) =>
  tx
    .updateTable('saved_views')
    .set({ deleted_at: at })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** Stores the order of these views. */
export const updateOrder = (tx: Db, businessId: string, ids: readonly string[]) =>
  sql`update saved_views v set position = o.place - 1
    from unnest(${ids}::uuid[]) with ordinality as o(id, place)
    where v.business_id = ${businessId} and v.id = o.id and v.position <> o.place - 1`.execute(tx)

type Default = Reader & { viewId: string }
export const upsertDefault = (tx: Db, businessId: string, { userId, list, viewId }: Default) =>
  tx
    .insertInto('saved_view_defaults')
    .values({ business_id: businessId, user_id: userId, list, view_id: viewId })
    .onConflict((conflict) => conflict.columns(['business_id', 'user_id', 'list']).doUpdateSet({ view_id: viewId }))
    .execute()

export const deleteDefault = (tx: Db, businessId: string, { userId, viewId }: Default) =>
  tx
    .deleteFrom('saved_view_defaults')
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .where('view_id', '=', viewId)
    .execute()

/** Which of the named statuses, members, campaigns, tags and numbers exist. */
export async function listExisting(db: Db, businessId: string, { status, person, campaign, tag, number }: Named) {
  const { rows } = await sql<{ id: string }>`
    select id::text from lead_statuses where business_id = ${businessId} and id = any(${status}::uuid[]) and deleted_at is null
    union all select user_id::text from memberships
      where business_id = ${businessId} and user_id = any(${person}::uuid[]) and removed_at is null
    union all select id::text from campaigns
      where business_id = ${businessId} and id = any(${campaign}::uuid[]) and deleted_at is null
    union all select id::text from virtual_numbers where business_id = ${businessId} and id = any(${number}::uuid[])
    union all select asked.key from unnest(${tag}::text[]) asked(key)
      where exists (select from lead_tags t where t.business_id = ${businessId} and t.key = asked.key)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
