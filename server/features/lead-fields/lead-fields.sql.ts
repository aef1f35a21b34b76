import { type RawBuilder, sql } from 'kysely'

/** Ids of the leads that have one of these options. */
export const leadsWith = (businessId: string, field: string, options: readonly string[]): RawBuilder<unknown> =>
  sql`select distinct lead_id as id from lead_choices
    where business_id = ${businessId} and field = ${field} and option = any(${options}::text[])`
