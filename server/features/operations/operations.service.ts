import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import {
  type LeadChoice,
  OPERATION_LEADS_MAX,
  OPERATION_LEFT_MAX,
  type Operation,
  type OperationAction,
} from '#contract/leads/operations.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { withinTime } from '../../platform/db/within-time.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { addJobs, specOf } from '../../platform/jobs/job.ts'
import { paginate } from '../../platform/lists/paging.ts'
import { leadScope } from '../access/access.rules.ts'
import { matchingLeads, requireAssignable, requireLeads, requireStatus } from '../leads/list/choice.service.ts'
import { BATCH_SIZE, workOnOperation } from './operation-work.service.ts'
import { runOperation } from './operations.jobs.ts'
import * as queries from './operations.queries.ts'
import { campaignsFor, canUndo, seesOperationsOf, toOperation } from './operations.rules.ts'
import { changedBy } from './operations.sql.ts'

/** Time limit for selecting and storing the matching leads. */
const SELECT_TIMEOUT_MS = 20_000

type OperationDeps = Pick<Deps, 'tenants' | 'workerDb' | 'wakeRelay' | 'onError' | 'now'>
type Context = { db: Db; caller: Member; language: Language }

/**
 * Starts an operation. Small ones are done before it returns; for large ones it returns once their leads are selected.
 */
export async function createOperation(
  deps: OperationDeps,
  context: Context,
  input: { action: OperationAction; choice: LeadChoice },
) {
  const { db, caller } = context
  const { action, choice } = input
  const id = newId()
  const allowed = campaignsFor(caller, action.kind)
  if (allowed?.length === 0) throw new AppError('forbidden')
  const total = await withinTime(db, SELECT_TIMEOUT_MS, async (tx) => {
    const matching = await selectLeads({ db: tx, caller, now: deps.now() }, input, allowed)
    const except = choice.except?.length
      ? sql`select id from (${matching}) all_matching where id <> all(${choice.except}::uuid[])`
      : matching
    const found = await queries.insertOperation(
      tx,
      caller.businessId,
      { id, kind: action.kind, action, campaignIds: allowed, authorId: caller.userId },
      { matching: except, batchSize: BATCH_SIZE },
    )
    if (found > OPERATION_LEADS_MAX) throw new AppError('too_many_leads')
    await emit(tx, caller, 'operation.started', { ...about(id, action.kind), leads: found })
    return found
  })
  return begin(deps, context, id, total)
}

const about = (operationId: string, kind: string) => ({ campaignId: ALL_CAMPAIGNS, operationId, kind })

async function selectLeads(
  context: { db: Db; caller: Member; now: Date },
  { action, choice }: { action: OperationAction; choice: LeadChoice },
  allowed: readonly string[] | null,
) {
  const { db, caller } = context
  const { businessId } = caller
  if (action.kind === 'status') await requireStatus(db, businessId, action)
  const assignee = action.kind === 'assign' ? action.assignedTo : null
  if (!choice.leadIds) {
    if (assignee) await requireAssignable(db, businessId, assignee, [])
    // Only leads in the trash can be restored.
    const filters = action.kind === 'restore' ? { ...choice.filters, trash: true as const } : choice.filters
    const limit = OPERATION_LEADS_MAX + 1 + (choice.except?.length ?? 0)
    return matchingLeads(context, { ...choice, filters }, { allowed, limit })
  }
  const ids = [...new Set(choice.leadIds)]
  const leads = await requireLeads(context, ids, allowed)
  const campaigns = leads.map(({ campaignId }) => campaignId)
  if (assignee) await requireAssignable(db, businessId, assignee, campaigns)
  return sql`select unnest(${ids}::uuid[]) as id`
}

/** One batch is done at once; if that fails, or for more batches, the job does the rest. */
async function begin(deps: OperationDeps, context: Context, id: string, total: number): Promise<Operation> {
  const which = { businessId: context.caller.businessId, operationId: id }
  if (total <= BATCH_SIZE) await workOnOperation(deps, which)
  else await addJobs(deps.workerDb, [specOf(runOperation, which)])
  return (await readOperation(context, id)).operation
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

/** With the leads that it skipped. */
export async function readOperationWithSkipped(context: Context, id: string) {
  const { db, caller } = context
  const [one, left, leftCount] = await Promise.all([
    readOperation(context, id),
    queries.listSkipped(db, caller.businessId, { id, scope: leadScope(caller), limit: OPERATION_LEFT_MAX }),
    queries.countSkipped(db, caller.businessId, id),
  ])
  return { ...one, left, leftCount }
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

/** Starts an operation that restores the values before. */
export async function undoOperation(deps: OperationDeps, context: Context, id: string) {
  const { db, caller } = context
  const { businessId, userId } = caller
  const undoId = newId()
  const total = await db.transaction().execute(async (tx) => {
    await queries.lockOperation(tx, businessId, id)
    const row = await requireOperation({ db: tx, caller }, id)
    if (row.state === 'queued' || row.state === 'running') throw new AppError('operation_running')
    const { action } = row
    if (!canUndo(row) || action.kind === 'replace') throw new AppError('operation_undone')
    const found = await queries.insertOperation(
      tx,
      businessId,
      {
        id: undoId,
        kind: 'undo',
        action,
        campaignIds: campaignsFor(caller, action.kind),
        authorId: userId,
        undoes: id,
      },
      { matching: changedBy(businessId, id), batchSize: BATCH_SIZE },
    )
    await queries.setUndoneBy(tx, businessId, { id, undoneBy: undoId })
    await emit(tx, caller, 'operation.started', { ...about(undoId, 'undo'), leads: found })
    return found
  })
  return begin(deps, context, undoId, total)
}

/** Stops the operation. One that has ended is unchanged. */
export async function cancelOperation(context: Context, id: string) {
  const { kind } = await requireOperation(context, id)
  const { db, caller } = context
  await db.transaction().execute(async (tx) => {
    const isStopped = await queries.endOperation(tx, caller.businessId, { id, state: 'cancelled' })
    if (isStopped) await emit(tx, caller, 'operation.cancelled', about(id, kind))
  })
  return readOperation(context, id)
}
