import { sql } from 'kysely'

/** Ids of items that an operation changed and that have not been restored by an undo. */
export const changedBy = (businessId: string, id: string) =>
  sql`select item_id as id from operation_items where business_id = ${businessId} and operation_id = ${id} and outcome = 'changed'`

/** Condition for items of operations that were started before this moment. */
export const isOfOperationBefore = (before: string) => sql<boolean>`(business_id, operation_id) in (
  select business_id, id from operations where created_at < ${before})`
