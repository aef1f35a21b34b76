import { sql } from 'kysely'

/**
 * Ids of all leads with the status. The query has two branches, because live leads and leads in the trash have separate
 * indexes.
 */
export const leadsWith = (businessId: string, statusId: string) =>
  sql`select id from leads where business_id = ${businessId} and status_id = ${statusId} and deleted_at is null
    union all select id from leads where business_id = ${businessId} and status_id = ${statusId} and deleted_at is not null`
