import { sql } from 'kysely'

/** Leads (id) that an operation changed and nobody has taken back. */
export const changedBy = (businessId: string, id: string) =>
  sql`select lead_id as id from operation_leads where business_id = ${businessId} and operation_id = ${id} and outcome = 'changed'`
