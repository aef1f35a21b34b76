import { sql } from 'kysely'

/** Every lead (id) that has the status; said twice, because either index knows one half of them. */
export const leadsWith = (businessId: string, statusId: string) =>
  sql`select id from leads where business_id = ${businessId} and status_id = ${statusId} and deleted_at is null
    union all select id from leads where business_id = ${businessId} and status_id = ${statusId} and deleted_at is not null`
