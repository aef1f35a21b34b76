import type { RawBuilder } from 'kysely'
import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { OPERATION_LEFT_MAX } from '#contract/leads/operations.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { addJobs, specOf } from '../../platform/jobs/job.ts'
import { paginate } from '../../platform/lists/paging.ts'
import { type Handlers, handlerOf, type Outcome } from './operation-handler.ts'
import { insertOutcomes } from './operation-work.queries.ts'
import { BATCH_SIZE, workOnOperation } from './operation-work.service.ts'
import { runOperation } from './operations.jobs.ts'
import * as queries from './operations.queries.ts'
import { canUndo, seesOperationsOf, toOperation } from './operations.rules.ts'
import { changedBy } from './operations.sql.ts'

/** Dependencies of functions that process operations. */
export type OperationDeps = Pick<Deps, 'tenants' | 'workerDb' | 'wakeRelay' | 'onError' | 'now' | 'operationHandlers'>
type Context = { db: Db; caller: Member; language: Language }

const about = (operationId: string, kind: string) => ({ campaignId: ALL_CAMPAIGNS, operationId, kind })

type NewOperation = Omit<queries.NewOperation, 'id' | 'kind' | 'campaignIds'> & {
  campaignIds?: readonly string[] | null
  /** A query that selects the ids, or an estimate of their number if the handler names them. */
  items: RawBuilder<unknown> | number
}
/** A stored operation; `operationId` is null if there is nothing to do. */
export type Stored = { operationId: string | null; items: number }

/**
 * Stores an operation in the transaction that requires it. Call `beginOperation` after the commit. If the process dies
 * in between, the operation is resumed.
 */
export async function writeOperation(
  tx: Db,
  businessId: string,
  { items, campaignIds = null, ...operation }: NewOperation,
) {
  const operationId = newId()
  const total = await queries.insertOperation(
    tx,
    businessId,
    { id: operationId, kind: operation.undoes ? 'undo' : operation.action.kind, campaignIds, ...operation },
    { matching: items, batchSize: BATCH_SIZE },
  )
  return { operationId, items: total }
}

type Recorded = Pick<queries.NewOperation, 'id' | 'subject' | 'action' | 'authorId' | 'campaignIds'>
/** Stores an operation whose work was done in the same transaction, so that it can be undone. */
export async function recordOperation(tx: Db, businessId: string, operation: Recorded, outcomes: Outcome[]) {
  const { id, action } = operation
  const items = { matching: outcomes.length, batchSize: BATCH_SIZE }
  await queries.insertOperation(tx, businessId, { ...operation, kind: action.kind }, items)
  await insertOutcomes(tx, businessId, { id, number: null, outcomes })
  await queries.endOperation(tx, businessId, { id, state: 'done' })
}

/**
 * Starts a stored operation. The first batch is done before the function returns. If it fails, or if there are more
 * batches, a job does the rest.
 */
export async function beginOperation(deps: OperationDeps, businessId: string, { operationId, items }: Stored) {
  if (!operationId) return
  const which = { businessId, operationId }
  if (items <= BATCH_SIZE) await workOnOperation(deps, which)
  else await addJobs(deps.workerDb, [specOf(runOperation, which)])
}

async function requireOperation({ db, caller }: Pick<Context, 'db' | 'caller'>, id: string) {
  const row = await queries.findOperation(db, caller.businessId, { id, authorId: seesOperationsOf(caller) })
  if (!row) throw new AppError('operation_not_found')
  return row
}

export async function readOperation(context: Context, id: string) {
  const operation = toOperation(await requireOperation(context, id), context.language)
  return { success: true as const, operation }
}

/** An operation with the items that it skipped. */
export async function readOperationWithSkipped(handlers: Handlers, context: Context, id: string) {
  const { db, caller } = context
  const row = await requireOperation(context, id)
  const [skipped, leftCount] = await Promise.all([
    queries.listSkipped(db, caller.businessId, { id, limit: OPERATION_LEFT_MAX }),
    queries.countSkipped(db, caller.businessId, id),
  ])
  const ids = skipped.map(({ itemId }) => itemId)
  const names = await handlerOf(handlers, row.subject).namesOf(db, caller, ids)
  const left = skipped.map(({ itemId, reason, kept }) => ({
    leadId: itemId,
    name: names.get(itemId) ?? '',
    reason,
    ...(kept && { fields: kept }),
  }))
  return { success: true as const, operation: toOperation(row, context.language), left, leftCount }
}

export async function listOperations(
  { db, caller, language }: Context,
  { page, limit }: { page: number; limit: number },
) {
  const author = { authorId: seesOperationsOf(caller) }
  const [rows, total] = await Promise.all([
    queries.listOperations(db, caller.businessId, { ...author, offset: (page - 1) * limit, limit }),
    queries.countOperations(db, caller.businessId, author),
  ])
  const operations = rows.map((row) => toOperation(row, language))
  return { success: true as const, operations, pagination: paginate({ page, limit }, total, true) }
}

/** Starts an operation that restores the previous values. */
export async function undoOperation(deps: OperationDeps, context: Context, id: string) {
  const { db, caller } = context
  const { businessId, userId } = caller
  const undo = await db.transaction().execute(async (tx) => {
    await queries.lockOperation(tx, businessId, id)
    const row = await requireOperation({ db: tx, caller }, id)
    if (row.state === 'queued' || row.state === 'running') throw new AppError('operation_running')
    if (!canUndo(row)) throw new AppError('operation_undone')
    const { subject, action } = row
    const campaignIds = handlerOf(deps, subject).campaignsFor(caller, action.kind)
    const undone = { undoes: id, items: changedBy(businessId, id) }
    const undo = await writeOperation(tx, businessId, { subject, authorId: userId, action, campaignIds, ...undone })
    await queries.setUndoneBy(tx, businessId, { id, undoneBy: undo.operationId })
    await emit(tx, caller, 'operation.started', { ...about(undo.operationId, 'undo'), leads: undo.items })
    return undo
  })
  await beginOperation(deps, businessId, undo)
  return (await readOperation(context, undo.operationId)).operation
}

/** Stops an operation. An operation that has ended stays unchanged. */
export async function cancelOperation(context: Context, id: string) {
  const { kind } = await requireOperation(context, id)
  const { db, caller } = context
  await db.transaction().execute(async (tx) => {
    const isStopped = await queries.endOperation(tx, caller.businessId, { id, state: 'cancelled' })
    if (isStopped) await emit(tx, caller, 'operation.cancelled', about(id, kind))
  })
  return readOperation(context, id)
}
