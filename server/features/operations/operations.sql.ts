import { sql } from 'kysely'

/** Ids of leads that an operation changed and that were not undone. */
export const changedBy = (businessId: string, id: string) =>
  sql`select lead_id as id from operation_leads where business_id = ${businessId} and operation_id = ${id} and outcome = 'changed'`
