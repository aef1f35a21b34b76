import type { RawBuilder } from 'kysely'
import { EXACT_TOTAL_MAX } from '#contract/common.ts'
import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { OPERATION_LEFT_MAX, type Operation, type OperationSize } from '#contract/leads/operations.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { addJobs, specOf } from '../../platform/jobs/job.ts'
import { paginate } from '../../platform/lists/paging.ts'
import { type ApplyDeps, type Handlers, handlerOf } from './operation-handler.ts'
import { BATCH_SIZE, workOnOperation } from './operation-work.service.ts'
import { runOperation } from './operations.jobs.ts'
import * as queries from './operations.queries.ts'
import { canUndo, seesOperationsOf, toOperation } from './operations.rules.ts'
import { changedBy } from './operations.sql.ts'

/** Dependencies of functions that process operations. */
export type OperationDeps = Pick<Deps, 'tenants' | 'wakeRelay' | 'onError' | 'operationHandlers'> & ApplyDeps
export type Context = { db: Db; caller: Member; language: Language }

const about = (operationId: string, kind: string) => ({ campaignId: ALL_CAMPAIGNS, operationId, kind })

type NewOperation = Omit<queries.NewOperation, 'id' | 'kind' | 'campaignIds'> & {
  campaignIds?: readonly string[] | null
  /** A query that selects the ids, or an estimate of their number if the handler names them. */
  items: RawBuilder<unknown> | number
  /** Items of one transaction, if each takes long. */
  batchSize?: number
}
/** A stored operation; `operationId` is null if there is nothing to do. */
export type Stored = { operationId: string | null; items: number; batchSize?: number }

/**
 * Stores an operation in the transaction that requires it. Call `beginOperation` after the commit. If the process dies
 * in between, the operation is resumed.
 */
export async function writeOperation(
  tx: Db,
  businessId: string,
  { items, campaignIds = null, batchSize = BATCH_SIZE, ...operation }: NewOperation,
) {
  const operationId = newId()
  const total = await queries.insertOperation(
    tx,
    businessId,
    { id: operationId, kind: operation.undoes ? 'undo' : operation.action.kind, campaignIds, ...operation },
    { matching: items, batchSize },
  )
  return { operationId, items: total, batchSize }
}

/** Stores an operation whose work was done in the same transaction, so that it can be undone. */
export const recordOperation = queries.insertDone

/**
 * Starts a stored operation. The first batch is done before the function returns. If it fails, or if there are more
 * batches, a job does the rest.
 */
export async function beginOperation(
  deps: OperationDeps,
  businessId: string,
  { operationId, items, batchSize = BATCH_SIZE }: Stored,
) {
  if (!operationId) return
  const which = { businessId, operationId }
  if (items <= batchSize) await workOnOperation(deps, which)
  else await addJobs(deps.workerDb, [specOf(runOperation, which)])
}

async function requireOperation({ db, caller }: Pick<Context, 'db' | 'caller'>, id: string) {
  const row = await queries.findOperation(db, caller.businessId, { id, authorId: seesOperationsOf(caller) })
  if (!row) throw new AppError('operation_not_found')
  return row
}

export async function readOperation(handlers: Handlers, context: Context, id: string) {
  const [operation] = await shownOf(handlers, context, [await requireOperation(context, id)])
  return { success: true as const, operation: operation as Operation }
}

/** Operations as the caller sees them, with the names of their leads. */
async function shownOf(handlers: Handlers, { db, caller, language }: Context, rows: readonly queries.OperationRow[]) {
  const subjects = [...Map.groupBy(rows, ({ subject }) => subject)]
  const shown = await Promise.all(
    subjects.map(async ([subject, ofSubject]) => {
      const handler = handlerOf(handlers, subject)
      const ids = [...new Set(ofSubject.flatMap(({ leadId }) => leadId ?? []))]
      const names = ids.length ? await handler.namesOf(db, caller, ids) : new Map<string, string>()
      return ofSubject.map((row): [string, Operation] => [row.id, toOperation(row, { language, handler, names })])
    }),
  )
  const byId = new Map(shown.flat())
  return rows.flatMap(({ id }) => byId.get(id) ?? [])
}

/** An operation with the items that it skipped. */
export async function readOperationWithSkipped(handlers: Handlers, context: Context, id: string) {
  const { db, caller } = context
  const row = await requireOperation(context, id)
  const [skipped, leftCount] = await Promise.all([
    queries.listSkipped(db, caller.businessId, row, OPERATION_LEFT_MAX),
    queries.countSkipped(db, caller.businessId, row),
  ])
  const ids = skipped.map(({ itemId }) => itemId)
  const names = await handlerOf(handlers, row.subject).namesOf(db, caller, ids)
  const [operation] = await shownOf(handlers, context, [row])
  const left = skipped.map(({ itemId, reason, kept }) => ({
    leadId: itemId,
    name: names.get(itemId) ?? '',
    reason,
    ...(kept && { fields: kept }),
  }))
  return { success: true as const, operation: operation as Operation, left, leftCount }
}

export async function listOperations(
  handlers: Handlers,
  context: Context,
  { page, limit, of }: { page: number; limit: number; of: OperationSize },
) {
  const { db, caller } = context
  const listed = { authorId: seesOperationsOf(caller), of }
  const [rows, counted] = await Promise.all([
    queries.listOperations(db, caller.businessId, { ...listed, offset: (page - 1) * limit, limit }),
    queries.countOperations(db, caller.businessId, listed, EXACT_TOTAL_MAX),
  ])
  const operations = await shownOf(handlers, context, rows)
  return { success: true as const, operations, pagination: paginate({ page, limit }, counted, false) }
}

/** The operation, if the caller may undo it now. Throws otherwise. */
export async function requireUndoable(handlers: Handlers, { db, caller }: Pick<Context, 'db' | 'caller'>, id: string) {
  const row = await requireOperation({ db, caller }, id)
  const { subject, action, leadId } = row
  const handler = handlerOf(handlers, subject)
  const campaignIds = handler.campaignsFor(caller, action)
  if (campaignIds?.length === 0) throw new AppError('forbidden')
  if (row.state === 'queued' || row.state === 'running') throw new AppError('operation_running')
  if (!canUndo(row, handler)) throw new AppError('operation_undone')
  if (leadId) await handler.requireUndo?.(db, caller, leadId, action)
  return { row, handler, campaignIds }
}

/** Starts an operation that restores the previous values. */
export async function undoOperation(deps: OperationDeps, context: Context, id: string) {
  const { db, caller } = context
  const { businessId, userId } = caller
  const undo = await db.transaction().execute(async (tx) => {
    await queries.lockOperation(tx, businessId, id)
    const { row, campaignIds } = await requireUndoable(deps, { db: tx, caller }, id)
    const { subject, action, leadId, undoes } = row
    const undone = { undoes: id, leadId, items: changedBy(businessId, id) }
    const undo = await writeOperation(tx, businessId, { subject, authorId: userId, action, campaignIds, ...undone })
    await queries.setUndoneBy(tx, businessId, { id, undoneBy: undo.operationId })
    // The undo of an undo makes the changes again, so that they can be undone once more.
    if (row.kind === 'undo' && undoes) await queries.setUndoneBy(tx, businessId, { id: undoes, undoneBy: null })
    await emit(tx, caller, 'operation.started', { ...about(undo.operationId, 'undo'), leads: undo.items })
    return undo
  })
  await beginOperation(deps, businessId, undo)
  return (await readOperation(deps, context, undo.operationId)).operation
}

/** Stops an operation. An operation that has ended stays unchanged. */
export async function cancelOperation(handlers: Handlers, context: Context, id: string) {
  const { kind } = await requireOperation(context, id)
  const { db, caller } = context
  await db.transaction().execute(async (tx) => {
    const isStopped = await queries.endOperation(tx, caller.businessId, { id, state: 'cancelled' })
    if (isStopped) await emit(tx, caller, 'operation.cancelled', about(id, kind))
  })
  return readOperation(handlers, context, id)
}
