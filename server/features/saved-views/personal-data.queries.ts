import { sql } from 'kysely'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { matchTextOf, mentions } from '../../platform/db/contact-match.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import { emitAll } from '../../platform/events/emit.ts'
import type { ErasureTarget, KnownUser, OwnRows, Person } from '../personal-data.ts'

/** Texts that a person typed into a view: its name, its search and its conditions. */
const texts = sql`concat_ws(' ', name, query ->> 'search', query #>> '{filters,where}')`

/**
 * Deletes the views that name or search for the person by phone or e-mail. Without that search the rest of a view has
 * no use.
 */
export async function eraseViewsOf(tx: Db, businessId: string, { matchTexts }: ErasureTarget) {
  const { rows } = await sql<{ id: string; isLive: boolean }>`
    delete from saved_views where business_id = ${businessId} and ${mentions(texts, matchTexts)}
    returning id, is_shared and deleted_at is null as "isLive"`.execute(tx)
  if (rows.length === 0) return
  // Erases the names of these views in the audit log. The condition repeats that of the partial index, so that the
  // index is used.
  await sql`update events set personal = nullif(personal - 'name' - 'changes', '{}') where business_id = ${businessId}
    and lead_id is null and name not in ('call.started', 'call.changed', 'call.ended') and personal is not null
    and payload ->> 'viewId' = any(${rows.map(({ id }) => id)}::text[])`.execute(tx)
  const gone = rows.filter(({ isLive }) => isLive).map(({ id }) => ({ campaignId: ALL_CAMPAIGNS, viewId: id }))
  if (gone.length > 0) await emitAll(tx, { kind: 'system', businessId }, 'view.deleted', gone)
}

export const listViewsOf = ({ db }: { db: Db }, businessId: string, { contacts }: Person) =>
  rowsOf(
    db,
    sql`select name, list, query ->> 'search' as search, query #> '{filters,where}' as conditions, created_at as "createdAt"
    from saved_views where business_id = ${businessId} and ${mentions(texts, contacts.map(matchTextOf))}
    order by created_at, id`,
  )

/** A user's private views; the shared ones belong to the business. */
export const erasePrivateViews = (tx: Db, businessId: string, { userId }: KnownUser) =>
  sql`delete from saved_views where business_id = ${businessId} and owner_id = ${userId} and not is_shared`.execute(tx)

export const listOwnViews = (db: Db, businessId: string, { userId, most }: OwnRows) =>
  rowsOf(
    db,
    sql`select name, list, is_shared as "isShared", query, created_at as "createdAt" from saved_views
    where business_id = ${businessId} and owner_id = ${userId} and deleted_at is null
    order by created_at desc, id desc limit ${most}`,
  )
