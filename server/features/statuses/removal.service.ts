import type { OwnStatus } from '#contract/leads/statuses.ts'
import type { StarterSetName } from '#contract/values/starter-sets.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { beginOperation, type OperationDeps, type Stored, writeOperation } from '../operations/operations.service.ts'
import { setOf } from './status-sets.ts'
import * as queries from './statuses.queries.ts'
import { changesOf, hasOpen, isUntouched } from './statuses.rules.ts'
import { about, type Context, changing, requireStatus, rowsOf } from './statuses.service.ts'
import { leadsWith } from './statuses.sql.ts'

/**
 * Deletes a status. Its leads get the replacement: before the function returns if they are few, otherwise in the
 * background.
 */
export async function removeStatus(deps: OperationDeps, context: Context, id: string, replacement: string | undefined) {
  const moved = await changing(context, async (tx, statuses): Promise<Stored> => {
    const { businessId } = context.caller
    const status = requireStatus(statuses, id)
    const others = statuses.filter((other) => other !== status)
    if (status.isDefault) throw new AppError('default_status')
    if (!hasOpen(others)) throw new AppError('last_open_status')
    await refuseReplacementTarget(tx, businessId, id)
    await queries.lockAgainstLeads(tx, businessId, [id])
    const isUsed = (await queries.listUsed(tx, businessId, [id])).length > 0
    const wanted = { status, others, replacement }
    const to = isUsed || replacement ? await requireReplacement(tx, businessId, wanted) : null
    const moving = isUsed && to ? await createReplacement(tx, context, id, to) : { operationId: null, items: 0 }
    await removeAll(tx, context, [status], { to: isUsed ? to : null, leads: moving.items })
    return moving
  })
  await beginOperation(deps, context.caller.businessId, moved)
  return { success: true as const, operationId: moved.operationId, leads: moved.items }
}

const createReplacement = (tx: Db, { caller }: Context, from: string, to: string) =>
  writeOperation(tx, caller.businessId, {
    subject: 'leads',
    authorId: caller.userId,
    action: { kind: 'replace', from, statusId: to },
    isRequired: true,
    items: leadsWith(caller.businessId, from),
  })

async function removeAll(
  tx: Db,
  { caller }: Context,
  statuses: readonly OwnStatus[],
  what: { to: string | null; leads: number },
) {
  await queries.updateDeletedStatuses(
    tx,
    caller.businessId,
    statuses.map(({ _id }) => _id),
  )
  for (const status of statuses)
    await emit(tx, caller, 'status.deleted', { ...about(status), ...what, changes: changesOf(status, null) })
}

/**
 * Refuses a status that is the replacement in a deletion in progress, because the leads would end in a deleted status.
 */
async function refuseReplacementTarget(tx: Db, businessId: string, id: string) {
  const removals = await queries.listRemovals(tx, businessId)
  if (removals.some(({ to }) => to === id)) throw new AppError('status_receiving')
}

type ReplacementCheck = { status: OwnStatus; others: readonly OwnStatus[]; replacement: string | undefined }
async function requireReplacement(tx: Db, businessId: string, { status, others, replacement }: ReplacementCheck) {
  if (!replacement) throw invalidInput('replacement', 'replacement_required')
  const found = others.find(({ _id }) => _id === replacement)
  if (!found) throw invalidInput('replacement', 'status_not_found')
  const { campaignIds } = found
  if (campaignIds && (await queries.hasLeadsOutside(tx, businessId, status._id, campaignIds)))
    throw invalidInput('replacement', 'status_hidden_there')
  return found._id
}

/** Replaces untouched statuses by a starter set. The default status keeps its row and its leads. */
export const startWith = (context: Context, name: StarterSetName) =>
  changing(context, async (tx, statuses) => {
    const { businessId } = context.caller
    const [first, ...rest] = statuses
    const [fresh, ...rows] = rowsOf(setOf(name))
    const ids = rest.map(({ _id }) => _id)
    await queries.lockAgainstLeads(tx, businessId, ids)
    const used = await queries.listUsed(tx, businessId, ids)
    const isBusy = used.length > 0 || (await queries.listRemovals(tx, businessId)).length > 0
    if (!first || !fresh || isBusy || !isUntouched(statuses)) throw new AppError('statuses_touched')
    await removeAll(tx, context, rest, { to: null, leads: 0 })
    const { id: _, position: __, ...values } = fresh
    if (Object.keys(changesOf(first, values)).length) {
      await queries.updateStatus(tx, businessId, first._id, values)
      await emit(tx, context.caller, 'status.changed', { ...about(first), changes: changesOf(first, values) })
    }
    await queries.insertStatuses(tx, businessId, rows)
    for (const { id, ...row } of rows)
      await emit(tx, context.caller, 'status.created', { ...about({ ...row, _id: id }), changes: changesOf(null, row) })
    return queries.listStatuses(tx, businessId)
  })
