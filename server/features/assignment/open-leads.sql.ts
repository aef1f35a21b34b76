import { sql } from 'kysely'

/** Open leads are counted up to this number. */
const OPEN_MAX = 10_001

/** How many leads of the member `m` are neither won nor lost. */
export const openLeads = (businessId: string) => sql`
  (select count(*)::int from (select from leads l where l.business_id = m.business_id and l.assigned_to = m.user_id
    and l.deleted_at is null and l.status_id = any(array(select s.id from lead_statuses s
      where s.business_id = ${businessId} and s.type not in ('Won', 'Lost'))) limit ${sql.lit(OPEN_MAX)}) o)`
