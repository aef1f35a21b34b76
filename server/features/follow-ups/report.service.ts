import type { Db } from '../../platform/db/db.ts'
import { type Author, emitAll } from '../../platform/events/emit.ts'
import type { ClosedRow } from './closing.queries.ts'

type Reported =
  | 'follow_up.set'
  | 'follow_up.done'
  | 'follow_up.reopened'
  | 'follow_up.handed_over'
  | 'follow_up.removed'
/** Emits the event of each row. */
export async function tellOf(
  tx: Db,
  author: Author,
  event: Reported,
  rows: readonly (ClosedRow & { statusId?: string; byMerge?: true })[],
) {
  const events = rows.map(({ note, ...facts }) => ({ ...facts, ...(note && { personal: { note } }) }))
  if (events.length) await emitAll(tx, author, event, events)
}
/** The author of what happens by itself. */
export const systemIn = (businessId: string) => ({ kind: 'system', businessId }) as const
