import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { LeadStatus } from '#contract/leads/lead-status.ts'
import { type NewStatus, type OwnStatus, STATUSES_MAX, type StatusChanges } from '#contract/leads/statuses.ts'
import type { Db } from '../../platform/db/db.ts'
import { type MarkedRequest, onceInTransaction } from '../../platform/db/idempotency.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Caller, Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { canReadCampaign } from '../access/access.rules.ts'
import { listSets, type SetStatus, setForLine } from './status-sets.ts'
import * as queries from './statuses.queries.ts'
import * as rules from './statuses.rules.ts'

export type Context = { db: Db; caller: Member }

/** Inserts the statuses of a new business, by its line of business. */
export const insertFirstStatuses = (tx: Db, businessId: string, line: string | null | undefined) =>
  queries.insertStatuses(tx, businessId, rowsOf(setForLine(line)))

/** Rows in the input order; the first is the default for new leads. */
export const rowsOf = (statuses: readonly SetStatus[]): queries.NewStatusRow[] =>
  statuses.map((status, position) => ({
    id: newId(),
    position,
    ...status,
    followUp: null,
    isDefault: position === 0,
    campaignIds: null,
  }))

/** Statuses as the caller may see them: the campaign ids are limited to campaigns that the caller may read. */
export async function readStatuses(db: Db, caller: Caller): Promise<LeadStatus[]> {
  const statuses = await queries.listStatuses(db, caller.businessId)
  return statuses.map((status) => ({
    ...status,
    campaignIds: status.campaignIds?.filter((id) => canReadCampaign(caller, id)) ?? null,
  }))
}

/** The statuses, their counts of leads and pending removals, for the Owner's settings page. */
export async function readSettings({ db, caller: { businessId } }: { db: Db; caller: Caller }) {
  const [statuses, counts, removals] = await Promise.all([
    queries.listStatuses(db, businessId),
    queries.countLeads(db, businessId),
    queries.listRemovals(db, businessId),
  ])
  const countOf = new Map(counts.map((count) => [count.statusId, count]))
  const counted = statuses.map((status) => {
    const { leads = 0, trashed = 0 } = countOf.get(status._id) ?? {}
    return { ...status, leads, trashed }
  })
  const isUsed = counted.some(({ isDefault, leads, trashed }) => !isDefault && leads + trashed > 0)
  const sets = rules.isUntouched(statuses) && !isUsed && !removals.length ? listSets() : []
  return { success: true as const, statuses: counted, removals, sets }
}

/** Locks the statuses of the business, reads them and runs `act`. */
export const changing = <T>({ db, caller }: Context, act: (tx: Db, statuses: OwnStatus[]) => Promise<T>) =>
  db.transaction().execute((tx) => withStatuses({ db: tx, caller }, act))

async function withStatuses<T>({ db: tx, caller }: Context, act: (tx: Db, statuses: OwnStatus[]) => Promise<T>) {
  await queries.lockStatuses(tx, caller.businessId)
  return act(tx, await queries.listStatuses(tx, caller.businessId))
}

export function requireStatus(statuses: readonly OwnStatus[], id: string): OwnStatus {
  const status = statuses.find(({ _id }) => _id === id)
  if (!status) throw new AppError('status_not_found')
  return status
}

/** Fields of every status event: the history keeps the name after a rename or deletion. */
export const about = (status: Pick<LeadStatus, '_id' | 'nameHe' | 'nameEn'>) => ({
  campaignId: ALL_CAMPAIGNS as typeof ALL_CAMPAIGNS,
  statusId: status._id,
  nameHe: status.nameHe,
  nameEn: status.nameEn,
})

async function refuse(tx: Db, caller: Member, status: rules.StatusValues, others: readonly OwnStatus[]) {
  const issues = rules.issuesOf(status, others)
  if (issues.length) throw new AppError('invalid_input', { issues })
  const campaignIds = [...new Set(status.campaignIds)]
  const known = campaignIds.length ? await queries.listKnownCampaigns(tx, caller.businessId, campaignIds) : []
  if (known.length < campaignIds.length) throw new AppError('campaign_not_found')
}

/** Removes the default mark from the previous default, because exactly one status has it. */
async function removeDefaultMark(tx: Db, caller: Member, status: OwnStatus | undefined) {
  if (!status) return
  const after = { ...status, isDefault: false }
  await queries.updateStatus(tx, caller.businessId, status._id, after)
  await emit(tx, caller, 'status.changed', { ...about(status), changes: rules.changesOf(status, after) })
}
const defaultOf = (statuses: readonly OwnStatus[]) => statuses.find(({ isDefault }) => isDefault)

export const createStatus = (request: Context & MarkedRequest, input: NewStatus): Promise<OwnStatus> =>
  onceInTransaction(request, input, (tx) => insertStatus({ db: tx, caller: request.caller }, input))

const insertStatus = (context: Context, input: NewStatus) =>
  withStatuses(context, async (tx, statuses): Promise<OwnStatus> => {
    const { caller } = context
    if (statuses.length >= STATUSES_MAX) throw new AppError('too_many_statuses')
    await refuse(tx, caller, input, statuses)
    const _id = newId()
    const order = rules.orderWith(statuses, { _id, type: input.type })
    const position = order.indexOf(_id)
    if (input.isDefault) await removeDefaultMark(tx, caller, defaultOf(statuses))
    await queries.insertStatuses(tx, caller.businessId, [{ ...input, id: _id, position }])
    await queries.updateOrder(tx, caller.businessId, order)
    const created = { ...input, _id, position }
    await emit(tx, caller, 'status.created', { ...about(created), changes: rules.changesOf(null, input) })
    return created
  })

export const changeStatus = (context: Context, id: string, changes: StatusChanges): Promise<OwnStatus> =>
  changing(context, async (tx, statuses) => {
    const { caller } = context
    const before = requireStatus(statuses, id)
    if (rules.wasChanged(before, changes)) throw new AppError('changed_meanwhile')
    const after = { ...before, ...rules.withChanges(before, changes) }
    if (!rules.differing(before, after).length) return before
    const others = statuses.filter((status) => status !== before)
    await refuse(tx, caller, after, others)
    if (!rules.hasOpen([...others, after])) throw new AppError('last_open_status')
    if (rules.isRecounted(before.type, after.type)) {
      await queries.lockAgainstLeads(tx, caller.businessId, [id])
      if ((await queries.listUsed(tx, caller.businessId, [id])).length) throw new AppError('status_sold')
    }
    if (after.isDefault && !before.isDefault) await removeDefaultMark(tx, caller, defaultOf(statuses))
    await queries.updateStatus(tx, caller.businessId, id, after)
    await emit(tx, caller, 'status.changed', { ...about(after), changes: rules.changesOf(before, after) })
    return after
  })

/** Moves a status and returns the whole order. Concurrent moves are serialized. */
export const moveStatus = (context: Context, { statusId, before }: { statusId: string; before: string | null }) =>
  changing(context, async (tx, statuses) => {
    const { caller } = context
    const status = requireStatus(statuses, statusId)
    if (before !== null) requireStatus(statuses, before)
    const order = statuses.map(({ _id }) => _id)
    const moved = before === statusId ? order : rules.orderMoved(order, statusId, before)
    const [from, to] = [order.indexOf(statusId), moved.indexOf(statusId)]
    if (from === to) return order
    await queries.updateOrder(tx, caller.businessId, moved)
    await emit(tx, caller, 'status.ordered', { ...about(status), changes: { position: [from, to] } })
    return moved
  })
