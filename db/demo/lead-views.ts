import type { Insertable } from 'kysely'
import { LeadViewQuery } from '#contract/leads/saved-views/lead-views.ts'
import type { DB } from '../../server/platform/db/schema.ts'
import { newId } from '../../server/platform/ids.ts'

/** A shared view of a business, pinned above its list of leads: leads that are being worked. */
export const makeLeadView = (
  businessId: string,
  { ownerId, at }: { ownerId: string; at: string },
): Insertable<DB['saved_views']> => ({
  business_id: businessId,
  id: newId(),
  list: 'leads',
  owner_id: ownerId,
  name: 'בטיפול',
  is_shared: true,
  is_pinned: true,
  query: JSON.stringify(LeadViewQuery.parse({ look: 'table', filters: { statusType: ['Ongoing'] } })),
  position: 0,
  created_at: at,
})
