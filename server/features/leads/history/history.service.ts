import type { HistoryItem, HistoryKind, HistoryPage, HistoryQuery } from '#contract/leads/history/lead-history.ts'
import type { Act } from '#contract/leads/history/lead-why.ts'
import type { RingOutcome } from '#contract/leads/speed-to-lead/terms.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { filesSeenBy, leadScope, seesMasked } from '../../access/access.rules.ts'
import { ownChanges } from '../../lead-fields/changes.rules.ts'
import type { Names } from '../../names/names.cache.ts'
import { seesOperationsOf } from '../../operations/operations.rules.ts'
import { listEnquiriesById, listMergedLeads, listNames } from '../leads.queries.ts'
import { type LeadReading, requireKeptLead, toEnquiry } from '../leads.service.ts'
import { causeOf } from './causes.rules.ts'
import { changedIds, maskedChanges, named, namesIn } from './described-changes.service.ts'
import type { HistoryRow } from './history.queries.ts'
import * as queries from './history.queries.ts'
import type { HistorySource, SourcePage } from './history.rules.ts'

export type HistoryContext = LeadReading & { names: Names; historySources: readonly HistorySource[] }

/** A part of a lead's history in the order asked for, with ids replaced by names in the reader’s language. */
export async function readHistory(context: HistoryContext, leadId: string, query: HistoryQuery): Promise<HistoryPage> {
  const { db, caller } = context
  const { id } = await requireKeptLead(context, leadId)
  const merged = await listMergedLeads(db, caller.businessId, id, seesMasked(caller))
  const whole = { id, names: new Map(merged.map((lead) => [lead.id, lead.name])) }
  const { items, ...more } = await readPart(context, whole, query)
  return { success: true, history: items.sort(query.order === 'newest' ? newestFirst : oldestFirst), ...more }
}
const newestFirst = (one: HistoryItem, other: HistoryItem) => (one._id < other._id ? 1 : -1)
const oldestFirst = (one: HistoryItem, other: HistoryItem) => -newestFirst(one, other)

type Part = { items: HistoryItem[]; hasOlder: boolean; hasNewer: boolean }
async function readPart(context: HistoryContext, whole: Whole, query: HistoryQuery): Promise<Part> {
  const { kind, order, before, after, around, limit } = query
  const read = (side: SourcePage['side'], from: string | undefined, most = limit) =>
    readSide(context, kind, whole, { side, from, isFromIncluded: side === 'older' && from === around, limit: most })
  if (around) {
    const half = Math.ceil(limit / 2)
    const [older, newer] = await Promise.all([read('older', around, half), read('newer', around, half)])
    return { items: [...older.items, ...newer.items], hasOlder: older.hasMore, hasNewer: newer.hasMore }
  }
  if (before || (!after && order === 'newest')) {
    const { items, hasMore } = await read('older', before)
    return { items, hasOlder: hasMore, hasNewer: before !== undefined }
  }
  const { items, hasMore } = await read('newer', after)
  return { items, hasOlder: after !== undefined, hasNewer: hasMore }
}

type Side = Omit<SourcePage, 'leadId'>
async function readSide(context: HistoryContext, kind: HistoryKind, whole: Whole, { limit, ...page }: Side) {
  const { db, caller, historySources } = context
  // One more than asked for says whether there are more.
  const asked = { ...page, limit: limit + 1 }
  const sources = historySources.filter((source) => kind === 'all' || source.kind === kind)
  const [rows, ...added] = await Promise.all([
    queries.listHistory(db, caller.businessId, {
      ...asked,
      leadIds: [whole.id, ...whole.names.keys()],
      kind,
      filesBy: filesSeenBy(caller),
    }),
    ...sources.map(({ list }) => list(context, { ...asked, leadId: whole.id })),
  ])
  // Each part has its nearest items, so the nearest of all are among them.
  const others = added.flat().map((item) => withOrigin(item, whole.names))
  const items = [...(await describe(context, rows, whole)), ...others].sort(
    page.side === 'older' ? newestFirst : oldestFirst,
  )
  return { items: items.slice(0, limit), hasMore: items.length > limit }
}

/** The newest changes of a lead and of its follow-ups, each with its cause. `leadIds`: with those merged into it. */
export async function readActs(
  context: LeadReading,
  [id, ...others]: readonly string[],
  limit: number,
): Promise<Act[]> {
  if (!id) return []
  const { db, caller } = context
  const page = { side: 'older', from: undefined, isFromIncluded: false, filesBy: null, limit } as const
  const rows = await queries.listHistory(db, caller.businessId, { ...page, leadIds: [id, ...others], kind: 'acts' })
  const whole = { id, names: new Map(others.map((other) => [other, ''])) }
  const items = await describe(context, rows, whole)
  return items.map(
    ({ _id, at, event, by, keyName, formName, automationName, automationId, changes, ownFields }, place) => ({
      ...{ _id, at, event, by, keyName, formName },
      cause: causeOf(rows[place] as HistoryRow),
      ...(automationName !== undefined && { automationName }),
      ...(automationId !== undefined && { automationId }),
      ...(changes && { changes }),
      ...(ownFields && { ownFields }),
    }),
  )
}

/** History item of one event. */
export async function readHistoryItem(context: LeadReading, leadId: string, eventId: string): Promise<HistoryItem> {
  const row = await queries.findHistoryRow(context.db, context.caller.businessId, leadId, eventId)
  const [item] = await describe(context, row ? [row] : [], { id: leadId, names: new Map() })
  return item as HistoryItem
}

/** Names the merged lead that an item of the history came from. */
const withOrigin = ({ from, ...item }: HistoryItem, names: ReadonlyMap<string, string>): HistoryItem =>
  from ? { ...item, from: { ...from, name: names.get(from._id) ?? '' } } : item

/** The newest items of several leads as one history, with the lead of each. */
export async function compareHistories(context: HistoryContext, ids: readonly [string, ...string[]], limit: number) {
  const { db, caller, historySources } = context
  const { businessId } = caller
  const newest = { side: 'older', from: undefined, isFromIncluded: false, limit } as const
  const [rows, historyCount, ...added] = await Promise.all([
    queries.listHistory(db, businessId, { ...newest, leadIds: ids, kind: 'all', filesBy: filesSeenBy(caller) }),
    queries.countHistory(db, businessId, ids, HISTORY_COUNTED),
    ...ids.flatMap((leadId) =>
      historySources.map(async ({ list }) =>
        (await list(context, { ...newest, leadId })).map((item) => ({ ...item, leadId })),
      ),
    ),
  ])
  const described = await describe(context, rows, { id: ids[0], names: new Map() })
  const own = described.map((item) => ({ ...item, leadId: item.from?._id ?? ids[0] }))
  return { history: [...own, ...added.flat()].sort(newestFirst).slice(0, limit), historyCount }
}
/** Items of several leads are counted so far. */
const HISTORY_COUNTED = 1_000

const idsIn = (rows: readonly HistoryRow[]) => {
  const changes = rows.map((row) => row.changes ?? {})
  const followUps = rows.flatMap(({ followUp }) => followUp ?? [])
  const late = rows.flatMap(({ late: one }) => (one ? [...one.notifies, ...(one.handedTo ? [one.handedTo] : [])] : []))
  const rung = rows.flatMap(({ rang }) => rang?.rung ?? [])
  return {
    campaigns: changedIds(changes, 'campaignId'),
    users: [...changedIds(changes, 'assignedTo'), ...followUps.map(({ assignedTo }) => assignedTo), ...late, ...rung],
    withStatuses:
      changedIds(changes, 'statusId').length > 0 || followUps.some(({ statusId }) => statusId !== undefined),
  }
}

/** The lead whose history is read, and the names of those that were merged into it. */
type Whole = { id: string; names: ReadonlyMap<string, string> }
async function describe(context: LeadReading, rows: HistoryRow[], whole: Whole): Promise<HistoryItem[]> {
  const { db, caller, language, own } = context
  const { businessId } = caller
  const [names, others, enquiries] = await Promise.all([
    namesIn(db, businessId, language, idsIn(rows)),
    otherNames(context, rows, whole),
    listEnquiriesById(
      db,
      businessId,
      rows.flatMap(({ enquiryId }) => enquiryId ?? []),
    ),
  ])
  const isMasked = seesMasked(caller)
  const enquiryById = new Map(enquiries.map((enquiry) => [enquiry.id, toEnquiry(enquiry, isMasked)]))
  return rows.map((row) => {
    const personal = row.personal?.changes ?? {}
    const { changes: ofOwn, ownFields } = ownChanges(personal, { own, language, isMasked })
    const changes = { ...row.changes, ...(isMasked ? maskedChanges(personal) : personal), ...ofOwn }
    const enquiry = enquiryById.get(row.enquiryId ?? '')
    return {
      _id: row.id,
      at: row.at,
      event: row.name,
      ...authorIn(row),
      ...(Object.keys(changes).length > 0 && { changes: named(changes, names) }),
      ...(row.followUp && { followUp: followUpIn(row.followUp, row.personal?.note ?? '', names) }),
      ...(row.meeting && { meeting: row.meeting }),
      ...(row.byRule && { byRule: row.byRule }),
      ...(row.late && { late: lateIn(row.late, names) }),
      ...(row.rang && { rang: rangIn(row.rang, names, isMasked) }),
      ...mergeIn(row, whole, others),
      ...(row.operation && operationIn(row.operation, caller, row.leadId === whole.id)),
      ...(row.fileId && {
        file: { _id: row.fileId, name: row.personal?.file ?? '', isThere: row.isFileThere },
      }),
      ...(ownFields && { ownFields }),
      ...(row.comment && commentIn(row.comment)),
      ...(enquiry && { enquiry }),
    }
  })
}

/** Who did it: a person, an API key, a form or an automation. */
const authorIn = ({ userId, userName, userImage, keyName, formName, automationName, automationId }: HistoryRow) => ({
  by: userId ? { _id: userId, name: userName ?? '', image: userImage } : null,
  keyName,
  formName,
  ...(automationName !== null && { automationName }),
  ...(automationId !== null && { automationId }),
})

const followUpIn = (
  { action, dueAt, assignedTo, statusId, byMerge }: NonNullable<HistoryRow['followUp']>,
  note: string,
  names: ReadonlyMap<unknown, string>,
) => ({
  action,
  dueAt,
  note,
  user: names.get(assignedTo) ?? '',
  ...(statusId && { status: names.get(statusId) ?? '' }),
  ...(byMerge && { byMerge }),
})

const lateIn = (
  { target, handedTo, notifies }: NonNullable<HistoryRow['late']>,
  names: ReadonlyMap<unknown, string>,
) => ({
  target,
  handedTo: handedTo && (names.get(handedTo) ?? ''),
  notified: notifies.map((id) => names.get(id) ?? ''),
})

/** Members who see masked contacts would learn from the blacklist, or from another lead's mark, that a phone is known. */
const rangIn = (
  { ringOutcome, rung, isOwnMark }: NonNullable<HistoryRow['rang']>,
  names: ReadonlyMap<unknown, string>,
  isMasked: boolean,
) => {
  const tells = ringOutcome === 'blacklisted' || (ringOutcome === 'barred' && !isOwnMark)
  const outcome: RingOutcome = isMasked && tells ? 'not_callable' : ringOutcome
  return { outcome, people: rung.map((id) => names.get(id) ?? '') }
}

/** The merged lead that an event is of, and the other leads of a merge. */
const mergeIn = ({ leadId, mergedIds }: HistoryRow, whole: Whole, others: ReadonlyMap<string, string>) => ({
  ...(leadId !== whole.id && { from: { _id: leadId, name: whole.names.get(leadId) ?? '' } }),
  ...(mergedIds && { merged: mergedIds.map((_id) => ({ _id, name: others.get(_id) ?? '' })) }),
})

/** Its undo is offered to those who may see the operation; the rights are checked when it is undone. */
function operationIn(operation: NonNullable<HistoryRow['operation']>, caller: Caller, isOfLead: boolean) {
  const author = caller.kind === 'person' ? seesOperationsOf(caller) : ''
  if (author !== null && author !== operation.authorId) return {}
  const { id: _id, leadId, kind, undoneBy, done, isRedo } = operation
  const [isOfOne, isUndone] = [leadId !== null, undoneBy !== null]
  const canUndo = isOfOne && isOfLead && !isUndone && !isRedo && done > 0
  return { operation: { _id, isOfOne, isUndo: kind === 'undo', isUndone, canUndo } }
}

const commentIn = ({ text, ...commented }: NonNullable<HistoryRow['comment']>) => ({
  ...(!commented.deleted && { comment: text }),
  commented,
})

/** Names of the other leads of merges: of those that are part of this one, and of those that the caller may read. */
async function otherNames({ db, caller }: LeadReading, rows: HistoryRow[], { names }: Whole) {
  const ids = rows.flatMap(({ mergedIds }) => mergedIds ?? []).filter((id) => !names.has(id))
  if (!ids.length || seesMasked(caller)) return names
  return new Map([...names, ...(await listNames(db, caller.businessId, { ids, scope: leadScope(caller) }))])
}
