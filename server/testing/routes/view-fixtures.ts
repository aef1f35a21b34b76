import type { ViewList } from '#contract/leads/saved-views/saved-views.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'

/** A private view of this user, of the list of leads or of that of calls. */
export async function addView(
  db: Db,
  { businessId, userId, list }: { businessId: string; userId: string; list: ViewList },
) {
  const id = newId()
  const query = list === 'leads' ? '{"look":"table","filters":{}}' : '{"filters":{}}'
  const values = { is_shared: false, is_pinned: false, query, position: 0 }
  const row = { business_id: businessId, id, list, owner_id: userId, name: `View ${id}`, ...values }
  await db.insertInto('saved_views').values(row).execute()
  return id
}
