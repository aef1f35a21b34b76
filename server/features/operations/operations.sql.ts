import { sql } from 'kysely'
import type { Outcome } from './operation-handler.ts'

/** Ids of items that an operation changed and that have not been restored by an undo. */
export const changedBy = (businessId: string, id: string) =>
  sql`select item_id as id from operation_items where business_id = ${businessId} and operation_id = ${id} and outcome = 'changed'`

/** Condition for items of operations that were started before this moment. */
export const isOfOperationBefore = (before: string) => sql<boolean>`(business_id, operation_id) in (
  select business_id, id from operations where created_at < ${before})`

/** Outcomes as rows `r` of a statement. */
export const rowsOf = (outcomes: readonly Outcome[]) => sql`jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
  as r(id uuid, outcome text, before jsonb, revision int, "priorRevision" int)`
