import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export type SilentNumber = { id: string; phone: string; label: string; campaignId: string }
/** Active numbers of enabled campaigns that have no phone to ring. `without`: ignore the phones of this person. */
export async function listSilentNumbers(db: Db, businessId: string, without: string | null): Promise<SilentNumber[]> {
  const { rows } = await sql<SilentNumber>`
    select n.id, n.phone, n.label, n.campaign_id as "campaignId" from virtual_numbers n
      join campaigns c on c.business_id = n.business_id and c.id = n.campaign_id and c.deleted_at is null and c.is_enabled
      left join call_flows f on f.business_id = n.business_id and f.id = n.flow_id
      left join call_flow_versions v on v.business_id = f.business_id and v.flow_id = f.id and v.version = f.version
    where n.business_id = ${businessId} and n.state = 'active'
      and jsonb_array_length(ring_targets(n.routing, v.content)) > 0 and not exists (
      select from jsonb_array_elements(ring_targets(n.routing, v.content)) t
      where (t->>'userId' is null or exists (select from memberships m
          where m.business_id = ${businessId} and m.user_id = (t->>'userId')::uuid
            and m.suspended_at is null and m.removed_at is null and m.user_id is distinct from ${without}::uuid))
        and (t->>'phone' is null or not exists (select filter_virtual_numbers(array[t->>'phone']))))
    order by n.created_at, n.id`.execute(db)
  return rows
}
