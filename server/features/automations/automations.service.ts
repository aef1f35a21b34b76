import { isDeepStrictEqual } from 'node:util'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { AutomationContent } from '#contract/leads/automations/automation-shapes.ts'
import {
  AUTOMATION_RUNS_LISTED,
  AUTOMATION_VERSIONS_KEPT,
  AUTOMATIONS_MAX,
  type Automation,
  type RunState,
} from '#contract/leads/automations/automations.ts'
import type { Deps } from '../../deps.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import { onceInTransaction } from '../../platform/db/idempotency.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import * as queries from './automations.queries.ts'
import { automationOf, runOf, summaryOf } from './automations.rules.ts'
import { requireKnown } from './known.service.ts'

type AutomationDeps = Pick<Deps, 'ownFields' | 'now'>
type Context = { db: Db; caller: Member }
type Row = queries.AutomationRow

export async function listAutomations({ db, caller }: Context) {
  const rows = await queries.listAutomations(db, caller.businessId, AUTOMATIONS_MAX)
  return rows.map(summaryOf)
}

/** An automation that exists, and its row. */
export async function requireAutomation({ db, caller }: Context, id: string): Promise<Row> {
  const row = await queries.findAutomation(db, caller.businessId, id)
  if (!row) throw new AppError('automation_not_found')
  return row
}
export const getAutomation = async (context: Context, id: string): Promise<Automation> =>
  automationOf(await requireAutomation(context, id))

/** Runs `act` while no other automation of the business changes. */
const changing = <T>({ db, caller }: Context, act: (context: Context) => Promise<T>) =>
  inTransaction(db, async (tx) => {
    await queries.lockAutomations(tx, caller.businessId)
    return act({ db: tx, caller })
  })

const about = ({ id, name }: Pick<Row, 'id' | 'name'>) => ({
  campaignId: ALL_CAMPAIGNS as typeof ALL_CAMPAIGNS,
  automationId: id,
  name,
})

type NewAutomation = { name: string; draft: AutomationContent }
/** As createAutomation, once for each `Idempotency-Key`. */
export async function createOnce(
  deps: AutomationDeps,
  context: Context & { idempotencyKey: string | undefined },
  wanted: NewAutomation,
) {
  const { id } = await onceInTransaction(context, wanted, async (tx) => {
    const { _id } = await createAutomation(deps, { ...context, db: tx }, wanted)
    return { id: _id }
  })
  return getAutomation(context, id)
}

export async function createAutomation(deps: AutomationDeps, context: Context, { name, draft }: NewAutomation) {
  await requireKnown(deps, context, draft, [])
  return changing(context, async (inTx) => {
    const { db: tx, caller } = inTx
    const { businessId, userId } = caller
    if ((await queries.listOrder(tx, businessId)).length >= AUTOMATIONS_MAX) throw new AppError('automation_full')
    const id = newId()
    await queries.insertAutomation(tx, businessId, { id, name, draft, userId, at: deps.now() })
    await emit(tx, caller, 'automation.created', about({ id, name }))
    return getAutomation(inTx, id)
  })
}

type Changes = { name?: string | undefined; draft?: AutomationContent | null | undefined; expected: number }
export async function changeAutomation(deps: AutomationDeps, context: Context, id: string, changes: Changes) {
  const { name, draft, expected } = changes
  return changing(context, async (inTx) => {
    const { db: tx, caller } = inTx
    const { businessId } = caller
    const row = await requireAutomation(inTx, id)
    if (name !== undefined && name !== row.name) {
      await queries.updateAutomation(tx, businessId, id, { name })
      await emit(tx, caller, 'automation.renamed', { ...about({ id, name }), changes: { name: [row.name, name] } })
    }
    if (draft !== undefined && !isDeepStrictEqual(draft, row.draft)) {
      if (row.revision !== expected) throw new AppError('changed_meanwhile')
      if (draft) await requireKnown(deps, inTx, draft, [row.draft, row.published])
      await queries.updateDraft(tx, businessId, id, draft)
    }
    return getAutomation(inTx, id)
  })
}

/** Puts one automation before another, or at the end. */
export const moveAutomation = (
  context: Context,
  { automationId, before }: { automationId: string; before: string | null },
) =>
  changing(context, async (inTx) => {
    const { db: tx, caller } = inTx
    const row = await requireAutomation(inTx, automationId)
    if (before) await requireAutomation(inTx, before)
    const ids = (await queries.listOrder(tx, caller.businessId)).map(({ id }) => id)
    const others = ids.filter((id) => id !== automationId)
    const place =
      before && before !== automationId ? others.indexOf(before) : before ? ids.indexOf(automationId) : others.length
    const order = others.toSpliced(place, 0, automationId)
    if (!isDeepStrictEqual(order, ids)) {
      await queries.updateOrder(tx, caller.businessId, order)
      await emit(tx, caller, 'automation.moved', about(row))
    }
    return order
  })

export const publishAutomation = (
  deps: AutomationDeps,
  context: Context,
  id: string,
  { expected }: { expected: number },
) =>
  changing(context, async (inTx) => {
    const { db: tx, caller } = inTx
    const { businessId, userId } = caller
    const row = await requireAutomation(inTx, id)
    // Without a draft, another Owner takes over what is published.
    const content = row.draft ?? (row.version !== null && summaryOf(row).isOwnerGone ? row.published : null)
    if (!content) throw new AppError('automation_no_draft')
    if (row.revision !== expected) throw new AppError('changed_meanwhile')
    await requireKnown(deps, inTx, content, [content])
    const version = (row.version ?? 0) + 1
    await queries.insertVersion(tx, businessId, {
      ...{ id, version, content, userId, at: deps.now() },
      kept: AUTOMATION_VERSIONS_KEPT,
    })
    await emit(tx, caller, 'automation.published', { ...about(row), version })
    return getAutomation(inTx, id)
  })

export const pauseAutomation = ({ now }: AutomationDeps, context: Context, id: string, { isOn }: { isOn: boolean }) =>
  changing(context, async (inTx) => {
    const { db: tx, caller } = inTx
    const row = await requireAutomation(inTx, id)
    if (row.version === null) throw new AppError('automation_no_draft')
    if (row.isOn !== isOn) {
      if (isOn) await queries.countFromNow(tx, caller.businessId, { id, at: now() })
      await queries.updateAutomation(tx, caller.businessId, id, { is_on: isOn })
      await emit(tx, caller, isOn ? 'automation.resumed' : 'automation.paused', about(row))
    }
    return getAutomation(inTx, id)
  })

export const removeAutomation = ({ now }: AutomationDeps, context: Context, id: string) =>
  changing(context, async (inTx) => {
    const { db: tx, caller } = inTx
    const row = await requireAutomation(inTx, id)
    const at = now().toISOString()
    await queries.stopRuns(tx, caller.businessId, id, at)
    await queries.updateAutomation(tx, caller.businessId, id, { is_on: false, deleted_at: at, draft: null })
    await emit(tx, caller, 'automation.deleted', about(row))
  })

export async function listVersions(context: Context, id: string) {
  await requireAutomation(context, id)
  return queries.listVersions(context.db, context.caller.businessId, id)
}

type RunFilter = { state?: RunState | undefined; leadId?: string | undefined }
export async function listRuns(context: Context, id: string, filter: RunFilter) {
  await requireAutomation(context, id)
  const { db, caller } = context
  return (await queries.listRuns(db, caller.businessId, id, { ...filter, limit: AUTOMATION_RUNS_LISTED })).map(runOf)
}

type RunIds = { id: string; runId: string }
type Ended = Parameters<typeof queries.updateRunState>[3]
async function changeRun(context: Context, { id, runId }: RunIds, decide: (run: queries.RunRow) => Ended) {
  const { caller } = context
  return context.db.transaction().execute(async (tx) => {
    const row = await requireAutomation({ db: tx, caller }, id)
    const run = await queries.lockRun(tx, caller.businessId, id, runId)
    if (!run) throw new AppError('automation_run_not_found')
    const wanted = decide(run)
    await queries.updateRunState(tx, caller.businessId, runId, wanted)
    const name = wanted.dueAt ? 'automation.run_retried' : 'automation.run_stopped'
    await emit(tx, caller, name, { ...about(row), runId })
    return runOf({ ...run, ...wanted })
  })
}

export const stopRun = ({ now }: AutomationDeps, context: Context, ids: RunIds) =>
  changeRun(context, ids, ({ dueAt }) => {
    if (dueAt === null) throw new AppError('automation_run_over')
    return { state: 'stopped', reason: 'stopped', dueAt: null, endedAt: now().toISOString() }
  })

/** Goes on from the step that failed, with the version by which the run began. */
export const retryRun = ({ now }: AutomationDeps, context: Context, ids: RunIds) =>
  changeRun(context, ids, ({ state }) => {
    if (state !== 'failed') throw new AppError('automation_run_over')
    return { state: 'running', reason: null, dueAt: now().toISOString(), endedAt: null }
  })
