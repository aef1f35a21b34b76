import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events.ts'
import {
  type LeadChoice,
  OPERATION_LEADS_MAX,
  OPERATION_LEFT_MAX,
  type Operation,
  type OperationAction,
} from '#contract/operations.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { withinTime } from '../../platform/db/within-time.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { addJobs, specOf } from '../../platform/jobs/job.ts'
import { paginate } from '../../platform/lists/paging.ts'
import { leadSight } from '../access/access.rules.ts'
import { matchingLeads, requireAssignable, requireLeads, requireStatus } from '../leads/list/choice.service.ts'
import { PIECE, workOnOperation } from './operation-work.service.ts'
import { runOperation } from './operations.jobs.ts'
import { changedBy } from './operations.parts.ts'
import * as queries from './operations.queries.ts'
import { campaignsFor, canUndo, seesOperationsOf, toOperation } from './operations.rules.ts'

/** What it may take to find the leads that match at the click, and to write down which they are. */
const CHOOSING_MS = 20_000

type Works = Pick<Deps, 'tenants' | 'workerDb' | 'poke' | 'onError' | 'now'>
type Context = { db: Db; caller: Member; language: Language }

/** Begins one act on many leads. A few are done when it answers; of many it answers as soon as it is known which they are. */
export async function createOperation(
  works: Works,
  context: Context,
  wanted: { action: OperationAction; choice: LeadChoice },
) {
  const { db, caller } = context
  const { action, choice } = wanted
  const id = newId()
  const allowed = campaignsFor(caller, action.kind)
  if (allowed?.length === 0) throw new AppError('forbidden')
  const total = await withinTime(db, CHOOSING_MS, async (tx) => {
    const matching = await chosen({ db: tx, caller, now: works.now() }, wanted, allowed)
    const except = choice.except?.length
      ? sql`select id from (${matching}) all_matching where id <> all(${choice.except}::uuid[])`
      : matching
    const found = await queries.insertOperation(
      tx,
      caller.businessId,
      { id, kind: action.kind, action, campaignIds: allowed, authorId: caller.userId },
      { matching: except, piece: PIECE },
    )
    if (found > OPERATION_LEADS_MAX) throw new AppError('too_many_leads')
    await emit(tx, caller, 'operation.started', { ...about(id, action.kind), leads: found })
    return found
  })
  return begin(works, context, id, total)
}

const about = (operationId: string, kind: string) => ({ campaignId: ALL_CAMPAIGNS, operationId, kind })

async function chosen(
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
    // Only what lies in the trash can come back from there.
    const filters = action.kind === 'restore' ? { ...choice.filters, trash: true as const } : choice.filters
    const most = OPERATION_LEADS_MAX + 1 + (choice.except?.length ?? 0)
    return matchingLeads(context, { ...choice, filters }, { allowed, most })
  }
  const ids = [...new Set(choice.leadIds)]
  const places = await requireLeads(context, ids, allowed)
  const campaigns = places.map(({ campaignId }) => campaignId)
  if (assignee) await requireAssignable(db, businessId, assignee, campaigns)
  return sql`select unnest(${ids}::uuid[]) as id`
}

/** As many as one piece holds are done at once; should that fail, or take more, the job does it. */
async function begin(works: Works, context: Context, id: string, total: number): Promise<Operation> {
  const which = { businessId: context.caller.businessId, operationId: id }
  if (total <= PIECE) await workOnOperation(works, which)
  else await addJobs(works.workerDb, [specOf(runOperation, which)])
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

/** With the leads that it left as they were. */
export async function readOperationWithLeft(context: Context, id: string) {
  const { db, caller } = context
  const [one, left, leftCount] = await Promise.all([
    readOperation(context, id),
    queries.listLeft(db, caller.businessId, { id, sight: leadSight(caller), limit: OPERATION_LEFT_MAX }),
    queries.countLeft(db, caller.businessId, id),
  ])
  return { ...one, left, leftCount }
}

export async function listOperations(
  { db, caller, language }: Context,
  { page, limit }: { page: number; limit: number },
) {
  const whose = { authorId: seesOperationsOf(caller) }
  const [rows, total] = await Promise.all([
    queries.listOperations(db, caller.businessId, { ...whose, offset: (page - 1) * limit, limit }),
    queries.countOperations(db, caller.businessId, whose),
  ])
  const operations = rows.map((row) => toOperation(row, language))
  return { success: true as const, operations, pagination: paginate({ page, limit }, total, true) }
}

/** Begins to give back what each lead had before. */
export async function undoOperation(works: Works, context: Context, id: string) {
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
      { matching: changedBy(businessId, id), piece: PIECE },
    )
    await queries.updateUndone(tx, businessId, { id, undoneBy: undoId })
    await emit(tx, caller, 'operation.started', { ...about(undoId, 'undo'), leads: found })
    return found
  })
  return begin(works, context, undoId, total)
}

/** Stops it where it is. One that has ended already stays as it is. */
export async function cancelOperation(context: Context, id: string) {
  const { kind } = await requireOperation(context, id)
  const { db, caller } = context
  await db.transaction().execute(async (tx) => {
    const isStopped = await queries.endOperation(tx, caller.businessId, { id, state: 'cancelled' })
    if (isStopped) await emit(tx, caller, 'operation.cancelled', about(id, kind))
  })
  return readOperation(context, id)
}
