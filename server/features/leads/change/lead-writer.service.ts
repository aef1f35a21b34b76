import type { EventPayload } from '#contract/events/catalogue.ts'
import { ownFieldName } from '#contract/lead-fields/own-fields.ts'
import { isContact } from '#contract/leads/lead-fields.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type Author, emitAll } from '../../../platform/events/emit.ts'
import type { StoredValues } from '../../lead-fields/values.rules.ts'
import { leadState, type StateField, stateFields } from '../lead-fields.sql.ts'
import {
  type LockedLead,
  listPastSales,
  listResponseSteps,
  lockLeads,
  updateDuplicateMarks,
  updateLeads,
} from '../lead-writer.queries.ts'
import { countedOf, counterDelta, counterDeltas } from '../leads.rules.ts'
import { changedFields, changedKeys } from './lead-writer.rules.ts'

const reportedIn = (part: 'payload' | 'personal') =>
  stateFields.filter((field) => 'event' in leadState[field] && leadState[field].event === part)
const reportedFields = reportedIn('payload')
/** Personal data, stored in the erasable part of the event. */
const personalFields = reportedIn('personal')

/** Locks leads for `writeLeads` until the transaction ends; returns them with what the counters need. */
export const lockForWriting = (tx: Db, businessId: string, ids: readonly string[], now?: Date) =>
  lockLeads(tx, businessId, ids, now)

/** `changed`: fields that are reported and written even if their values are equal. */
export type LeadWrite = { before: LockedLead; after: LockedLead; changed?: readonly StateField[] }
type Options = {
  operationId?: string
  /** Why it is done without an operation, where the author does not say it. */
  cause?: EventPayload<'lead.changed'>['cause']
  /** Why the campaign's rule assigned the leads. */
  byRule?: EventPayload<'lead.changed'>['byRule']
  /** The people to whom the leads were assigned and who are notified. */
  notifies?: string[]
  /** False if the change does not count as activity of the lead, for example when a deleted status is replaced. */
  isActivity?: boolean
}

/**
 * The only function that changes the state of existing leads. It writes the rows, which the caller has locked, emits
 * one event per lead with the counters' deltas, and updates the duplicate marks. Returns the new revisions by lead id.
 */
export async function writeLeads(
  tx: Db,
  author: Author,
  writes: readonly LeadWrite[],
  { isActivity = true, ...reason }: Options = {},
) {
  if (!writes.length) return new Map<string, number | undefined>()
  const { businessId } = author
  const fieldsOf = ({ before, after, changed = [] }: LeadWrite) => [
    ...changedFields(before, after, stateFields),
    ...changed,
  ]
  const written = new Set(writes.flatMap(fieldsOf))
  const unmarked = writes.filter(
    (write) => (write.before.deletedAt && !write.after.deletedAt) || fieldsOf(write).some(isContact),
  )
  const [revisions] = await Promise.all([
    updateLeads(tx, businessId, {
      leads: writes.map(({ after }) => after),
      fields: stateFields.filter((field) => written.has(field)),
      isActivity,
    }),
    emitWrites(tx, author, writes, reason),
    unmarked.length &&
      updateDuplicateMarks(
        tx,
        businessId,
        unmarked.map(({ after }) => after.id),
      ),
  ])
  return revisions
}

/**
 * The writes of an undo, with the response times of leads that get a first response back: patchLead takes every new one for
 * a response now.
 */
export async function withResponses(tx: Db, businessId: string, writes: readonly LeadWrite[]): Promise<LeadWrite[]> {
  const answered = writes.flatMap(({ before, after: { id, firstResponseAt } }) =>
    firstResponseAt !== null && firstResponseAt !== before.firstResponseAt ? [{ id, at: firstResponseAt }] : [],
  )
  if (!answered.length) return [...writes]
  const steps = await listResponseSteps(tx, businessId, answered)
  return writes.map((write) => {
    const response = steps.get(write.after.id)
    return response === undefined ? write : { ...write, after: { ...write.after, response } }
  })
}

/**
 * Records the first response to a lead without emitting an event. Returns the counters' deltas for the event that the
 * caller emits.
 */
export async function writeResponse(tx: Db, businessId: string, before: LockedLead, after: LockedLead) {
  await updateLeads(tx, businessId, { leads: [after], fields: ['firstResponseAt'], isActivity: true })
  return counterDeltas(countedOf(before), countedOf(after))
}

/** Leads in the trash are not counted; of merged leads, what they had won is. */
const countsOf = ({ before, after }: LeadWrite) => counterDeltas(countedOf(before), countedOf(after))

/**
 * The change of the counters, by kept lead, when what its merged leads had won begins to be counted or no longer is: it
 * leaves with the kept lead and comes back with it.
 */
export async function pastDeltas(tx: Db, businessId: string, isCounted: ReadonlyMap<string, boolean>) {
  const sales = isCounted.size ? await listPastSales(tx, businessId, [...isCounted.keys()]) : []
  const deltas = sales.map(({ keptId, ...sale }) => ({
    keptId,
    delta: counterDelta({ ...sale, total: 0, value: 0 }, isCounted.get(keptId) ? 1 : -1),
  }))
  return new Map([...Map.groupBy(deltas, ({ keptId }) => keptId)].map(([id, of]) => [id, of.map(({ delta }) => delta)]))
}
const isOfMerge = ({ before, after }: LeadWrite) => before.mergedInto !== null || after.mergedInto !== null

const eventOf = ({ before, after }: LeadWrite) =>
  (before.deletedAt === null) === (after.deletedAt === null)
    ? 'lead.changed'
    : after.deletedAt
      ? 'lead.deleted'
      : 'lead.restored'

type Reason = Pick<Options, 'operationId' | 'cause' | 'byRule' | 'notifies'>
async function emitWrites(tx: Db, author: Author, writes: readonly LeadWrite[], reason: Reason) {
  const { byRule, notifies, ...always } = reason
  const about = ({ id, campaignId }: LockedLead) => ({ leadId: id, campaignId, ...always })
  for (const [name, group] of Map.groupBy(writes, eventOf)) {
    if (name === 'lead.changed')
      await emitAll(
        tx,
        author,
        name,
        group.map((write) => ({
          ...about(write.after),
          ...(byRule && { byRule }),
          ...(notifies?.length && { notifies }),
          ...factsOf(write),
        })),
      )
    else {
      const merged = ({ before, after }: LeadWrite) => {
        const mergedInto = before.mergedInto ?? after.mergedInto
        return mergedInto && { mergedInto }
      }
      const alone = group.filter((write) => !isOfMerge(write)).map(({ after }) => after)
      const isLive = new Map(alone.map(({ id, deletedAt }) => [id, deletedAt === null]))
      const past = await pastDeltas(tx, author.businessId, isLive)
      const counts = (write: LeadWrite) => [...countsOf(write), ...(past.get(write.after.id) ?? [])]
      await emitAll(
        tx,
        author,
        name,
        group.map((write) => ({ ...about(write.after), ...merged(write), counts: counts(write) })),
      )
    }
  }
}

const ownChanges = (before: StoredValues, after: StoredValues) =>
  changedKeys(before, after).map((key): [string, [unknown, unknown]] => [
    ownFieldName(key),
    [before[key] ?? null, after[key] ?? null],
  ])

/** Content of a change event: values before and after, with the personal ones separate. */
function factsOf({ before, after, changed = [] }: LeadWrite) {
  const changesOf = (fields: readonly StateField[]) => {
    const differing = changedFields(before, after, fields)
    const named = fields.filter((field) => differing.includes(field) || changed.includes(field))
    return Object.fromEntries(
      named.flatMap((field): [string, [unknown, unknown]][] =>
        field === 'fields' ? ownChanges(before.fields, after.fields) : [[field, [before[field], after[field]]]],
      ),
    )
  }
  const personal = changesOf(personalFields)
  return {
    changes: changesOf(reportedFields),
    counts: countsOf({ before, after }),
    ...(Object.keys(personal).length > 0 && { personal: { changes: personal } }),
  }
}
