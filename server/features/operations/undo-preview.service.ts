import { OPERATION_LEFT_MAX, type UndoPreview } from '#contract/leads/operations.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Outcome } from './operation-handler.ts'
import { listAppliedChanges } from './operation-work.queries.ts'
import { BATCH_SIZE } from './operation-work.service.ts'
import { listChanged } from './operations.queries.ts'
import { type Context, type OperationDeps, requireUndoable } from './operations.service.ts'

/** Ends the transaction of a preview. */
class Discarded extends Error {
  readonly outcomes: Outcome[]
  constructor(outcomes: Outcome[]) {
    super('The preview of an undo is discarded')
    this.outcomes = outcomes
  }
}

/** Runs the undo in a transaction that is rolled back, so that the preview says exactly what the undo would do. */
async function tryOut(db: Db, run: (tx: Db) => Promise<Outcome[]>): Promise<Outcome[]> {
  try {
    return await db.transaction().execute(async (tx): Promise<Outcome[]> => {
      throw new Discarded(await run(tx))
    })
  } catch (error) {
    if (error instanceof Discarded) return error.outcomes
    throw error
  }
}

const isSkipped = ({ outcome }: Outcome) => outcome !== 'changed' && outcome !== 'same'
const isLeft = (one: Outcome) => isSkipped(one) || 'fields' in keptIn(one)

/** What the undo of an operation would do now. Of more items than one batch, only those that were changed since count. */
export async function previewUndo(deps: OperationDeps, context: Context, id: string): Promise<UndoPreview> {
  const { db, caller } = context
  const { businessId, userId } = caller
  const { row, handler, campaignIds } = await requireUndoable(deps, context, id)
  const nothing = { changes: {}, ownFields: {} }
  if (row.done > BATCH_SIZE) {
    const { total, ids } = (await handler.changedSince?.(db, businessId, id, OPERATION_LEFT_MAX)) ?? {
      total: 0,
      ids: [],
    }
    const names = await handler.namesOf(db, caller, ids)
    const left = ids.map((leadId) => ({ leadId, name: names.get(leadId) ?? '', reason: 'changed_since' as const }))
    return { success: true, restored: row.done - total, left, leftCount: total, ...nothing }
  }
  const author = { kind: 'person', businessId, userId } as const
  const outcomes = await tryOut(deps.tenants.scope({ businessId }), async (tx) => {
    const ids = await listChanged(tx, businessId, id)
    const undoes = await listAppliedChanges(tx, businessId, id, ids)
    const progress = { operationId: id, action: row.action, passed: 0 }
    return handler.apply(tx, author, { ...progress, ids, undoes, campaigns: campaignIds, now: deps.now() }, deps)
  })
  const leftOnes = outcomes.filter(isLeft)
  const shown = leftOnes.slice(0, OPERATION_LEFT_MAX)
  const [names, changes] = await Promise.all([
    handler.namesOf(
      db,
      caller,
      shown.map((one) => one.id),
    ),
    row.leadId && outcomes[0] && handler.shownChanges ? handler.shownChanges(context, outcomes[0]) : nothing,
  ])
  const left = shown.map((one) => ({
    leadId: one.id,
    name: names.get(one.id) ?? '',
    reason: one.outcome === 'changed' || one.outcome === 'same' ? ('changed_since' as const) : one.outcome,
    ...keptIn(one),
  }))
  const restored = outcomes.filter(({ outcome }) => outcome === 'changed').length
  return { success: true, restored, left, leftCount: leftOnes.length, ...changes }
}

function keptIn({ before }: Outcome): { fields?: string[] } {
  const kept = (before as { kept?: string[] } | null)?.kept
  return kept ? { fields: kept } : {}
}
