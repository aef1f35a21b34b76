import type { MergePart } from './merge-part.ts'
import { type MovedTable, moveRows, putBackRows } from './moved-rows.queries.ts'

/** Rows of a table that move with a merged lead, and back with the undo. */
export const movedRows = (name: string, table: MovedTable): MergePart => ({
  name,
  move: async (tx, { businessId }, merge) => ({ moved: await moveRows(tx, businessId, merge, table) }),
  putBack: (tx, { businessId }, { record, ...merge }) =>
    putBackRows(tx, businessId, { ...merge, ids: record.moved ?? [] }, table),
})
