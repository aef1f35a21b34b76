import type { Db } from '../../platform/db/db.ts'
import { emitAll, type System } from '../../platform/events/emit.ts'
import type { ClosedRow } from './closing.queries.ts'

type Reported = 'follow_up.set' | 'follow_up.done' | 'follow_up.handed_over' | 'follow_up.removed'
/** Emits the event of each row, by the system. */
export async function tellOf(
  tx: Db,
  businessId: string,
  event: Reported,
  rows: readonly (ClosedRow & { statusId?: string })[],
) {
  const system: System = { kind: 'system', businessId }
  const events = rows.map(({ note, ...facts }) => ({ ...facts, ...(note && { personal: { note } }) }))
  if (events.length) await emitAll(tx, system, event, events)
}
