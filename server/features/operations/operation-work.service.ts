import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { type AppliedChange, type ApplyDeps, handlerOf, type Outcome } from './operation-handler.ts'
import * as work from './operation-work.queries.ts'
import { endOperation } from './operations.queries.ts'

/** Number of items changed in one transaction. It is small, because an open writing transaction delays all events. */
export const BATCH_SIZE = 500
/** Attempts per batch before the operation fails. The pauses between them grow. */
const TRIES = 4
const PAUSE_MS = 300

type Which = { businessId: string; operationId: string }
type WorkDeps = Pick<Deps, 'tenants' | 'wakeRelay' | 'onError' | 'operationHandlers'> & ApplyDeps

/**
 * Processes an operation, batch by batch, until it is done or the time is up. Returns true if work is left. Several
 * processes can run it at once: the operation is locked per batch, and outcomes are stored in the transaction that
 * changes the items.
 */
export async function workOnOperation(
  deps: WorkDeps,
  which: Which,
  untilMs = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const { tenants, wakeRelay, onError } = deps
  const { businessId, operationId } = which
  const db = tenants.scope({ businessId })
  for (let tries = 1; ; ) {
    try {
      const isMore = await db.transaction().execute((tx) => workOnBatch(tx, deps, which))
      tries = 1
      wakeRelay()
      if (!isMore) return false
      if (Date.now() > untilMs) return true
    } catch (error) {
      onError(error)
      if (tries++ === TRIES) {
        await endOperation(db, businessId, { id: operationId, state: 'failed', error: 'internal' })
        return false
      }
      await sleep(PAUSE_MS * tries)
    }
  }
}

/** Where an undo was undone, its items have the state that the first operation left them in. */
const redoneBy = (outcomes: readonly Outcome[], undone: ReadonlyMap<string, AppliedChange> | null) =>
  outcomes
    .filter(({ outcome }) => outcome === 'changed')
    .map(({ id, revision }) => ({ id, revision, priorRevision: undone?.get(id)?.revision ?? null }))

async function workOnBatch(tx: Db, deps: WorkDeps, { businessId, operationId }: Which): Promise<boolean> {
  const batch = await work.lockNextBatch(tx, businessId, operationId)
  if (!batch) return false
  const { subject, action, passed, authorId, campaignIds, undoes, number } = batch
  const handler = handlerOf(deps, subject)
  const progress = { operationId, action, passed }
  const ids = batch.ids ?? ((undoes === null && (await handler.next?.(tx, progress))) || [])
  if (!ids.length) {
    await endOperation(tx, businessId, { id: operationId, state: 'done' })
    return false
  }
  const done = undoes === null ? null : await work.listAppliedChanges(tx, businessId, undoes, ids)
  const author = { kind: 'person', businessId, userId: authorId } as const
  const about = { ids, undoes: done, campaigns: campaignIds, now: deps.now() }
  const outcomes = await handler.apply(tx, author, { ...progress, ...about }, deps)
  await work.insertOutcomes(tx, businessId, { id: operationId, number, outcomes })
  if (undoes !== null) {
    const undone = outcomes.filter(({ outcome }) => outcome === 'changed').map(({ id }) => id)
    await work.updateUndone(tx, businessId, undoes, undone)
    const reverted = outcomes.flatMap(({ id, outcome, revision }) => {
      const priorRevision = done?.get(id)?.priorRevision ?? null
      return outcome === 'changed' && revision !== null && priorRevision !== null
        ? [{ id, priorRevision, revision }]
        : []
    })
    if (reverted.length > 0) await work.updateRevisions(tx, businessId, reverted)
    if (batch.redoes !== null) await work.updateRedone(tx, businessId, batch.redoes, redoneBy(outcomes, done))
  }
  return true
}
