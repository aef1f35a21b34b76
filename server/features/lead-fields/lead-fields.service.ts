import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { DeletedField, NewOwnField, OwnFieldChanges } from '#contract/lead-fields/lead-fields.ts'
import { OWN_FIELDS_MAX, type OwnField } from '#contract/lead-fields/own-fields.ts'
import { FIELD_DELETED_DAYS } from '#contract/lead-fields/terms.ts'
import type { StarterSetName } from '#contract/values/starter-sets.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Caller, Member } from '../../platform/http/caller.ts'
import { AppError, type Issue } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { canReadCampaign } from '../access/access.rules.ts'
import { beginOperation, type OperationDeps, writeOperation } from '../operations/operations.service.ts'
import { fieldSet, listFieldSets } from './field-sets.ts'
import * as queries from './lead-fields.queries.ts'
import * as rules from './lead-fields.rules.ts'
import { leadsWith } from './lead-fields.sql.ts'
import { replacementsOf } from './options.rules.ts'
import { type FieldDefinition, type FieldDefinitions, knownFields } from './values.rules.ts'

type Context = { db: Db; caller: Member }

/** The fields of a business, read in the transaction of a job; requests read the cached ones (lead-fields.cache.ts). */
export const findFields = (db: Db, businessId: string): Promise<FieldDefinitions> => queries.listFields(db, businessId)

/** A field as clients read it, with the campaigns that the caller may read. */
export function toOwnField(
  { hasValues: _, deletedAt: __, purgedAt: ___, ...field }: FieldDefinition,
  caller: Caller,
): OwnField {
  return { ...field, campaignIds: field.campaignIds?.filter((id) => canReadCampaign(caller, id)) ?? null }
}
export const toOwnFields = (fields: FieldDefinitions, caller: Caller) =>
  knownFields(fields).map((field) => toOwnField(field, caller))

const DAY_MS = 86_400_000
const toDeleted = (field: FieldDefinition, caller: Caller): DeletedField[] => {
  const { deletedAt, purgedAt } = field
  if (deletedAt === null || purgedAt !== null) return []
  const until = new Date(new Date(deletedAt).getTime() + FIELD_DELETED_DAYS * DAY_MS).toISOString()
  return [{ field: toOwnField(field, caller), deletedAt, until }]
}

/** The fields with their usage, for the Owner's settings page. */
export async function readSettings({ db, caller }: Context) {
  const { businessId } = caller
  const [fields, forms, { sampled, filled }, removals] = await Promise.all([
    queries.listFields(db, businessId),
    queries.listForms(db, businessId),
    queries.countFilled(db, businessId),
    queries.listRemovals(db, businessId),
  ])
  const usage = knownFields(fields).map(({ _id, key, hasValues }) => ({
    _id,
    hasValues,
    filled: filled[key] ?? 0,
    forms: forms.filter((form) => form.key === key).map(({ key: _, ...form }) => form),
  }))
  const deleted = fields.flatMap((field) => toDeleted(field, caller))
  return { success: true as const, usage, sampled, deleted, removals, sets: listFieldSets() }
}

/** Locks the fields of the business, reads them and runs `act`. */
const changing = <T>({ db, caller }: Context, act: (tx: Db, fields: FieldDefinition[]) => Promise<T>) =>
  db.transaction().execute(async (tx) => {
    await queries.lockFields(tx, caller.businessId)
    return act(tx, await queries.listFields(tx, caller.businessId))
  })

function requireField(fields: FieldDefinitions, id: string): FieldDefinition {
  const field = fields.find(({ _id }) => _id === id)
  if (!field) throw new AppError('lead_field_not_found')
  return field
}

/** Fields of every event: the log keeps the names after a rename or deletion. */
export const about = (field: Pick<OwnField, '_id' | 'key' | 'nameHe' | 'nameEn'>) => ({
  campaignId: ALL_CAMPAIGNS as typeof ALL_CAMPAIGNS,
  fieldId: field._id,
  key: field.key,
  nameHe: field.nameHe,
  nameEn: field.nameEn,
})

const refuse = (issues: Issue[]) => {
  if (issues.length) throw new AppError('invalid_input', { issues })
}

/** Campaigns and statuses that a field names must exist when they are added to it. */
async function requirePlaces(tx: Db, businessId: string, field: rules.FieldSettings, before?: rules.FieldSettings) {
  const added = (ids: readonly string[] | null | undefined, known: readonly string[] | null | undefined) => [
    ...new Set(ids?.filter((id) => !known?.includes(id))),
  ]
  const campaigns = added(field.campaignIds, before?.campaignIds)
  if (campaigns.length && (await queries.lockCampaigns(tx, businessId, campaigns)) < campaigns.length)
    throw new AppError('campaign_not_found')
  const statuses = added(field.requiredAt, before?.requiredAt)
  if (statuses.length && (await queries.countStatuses(tx, businessId, statuses)) < statuses.length)
    throw new AppError('status_not_found')
}

const requireRoom = (fields: FieldDefinitions, more: number) => {
  if (knownFields(fields).length + more > OWN_FIELDS_MAX) throw new AppError('too_many_lead_fields')
}

/** A new field's settings with keys for its options. */
function settingsOf({ options: sent, ...input }: NewOwnField): { field: rules.FieldSettings; issues: Issue[] } {
  const { options, issues } = rules.optionsFrom(sent, [])
  return { field: rules.settled({ ...input, options, isArchived: false }), issues }
}

const added = (field: rules.FieldSettings, fields: FieldDefinitions, place: number): queries.NewFieldRow => ({
  ...field,
  _id: newId(),
  key: rules.keyFrom(
    field.nameEn,
    fields.map(({ key }) => key),
  ),
  position: knownFields(fields).length + place,
})

async function insert(tx: Db, caller: Member, rows: readonly queries.NewFieldRow[]) {
  if (rows.length) await queries.insertFields(tx, caller.businessId, rows)
  for (const row of rows)
    await emit(tx, caller, 'lead_field.created', { ...about(row), changes: rules.changesOf(null, row) })
}

export const createField = (context: Context, input: NewOwnField): Promise<OwnField> =>
  changing(context, async (tx, fields) => {
    const { caller } = context
    requireRoom(fields, 1)
    const { field, issues } = settingsOf(input)
    refuse([...issues, ...rules.fieldIssues(field, knownFields(fields))])
    await requirePlaces(tx, caller.businessId, field)
    const row = added(field, fields, 0)
    await insert(tx, caller, [row])
    return row
  })

/** Adds the fields of a set whose names and keys are not there yet. */
export const startWith = (context: Context, name: StarterSetName): Promise<OwnField[]> =>
  changing(context, async (tx, fields) => {
    const { caller } = context
    const known = knownFields(fields)
    const wanted = fieldSet(name)
      .map((one) => settingsOf(one).field)
      .filter((field) => !known.some(({ key }) => key === rules.keyFrom(field.nameEn, [])))
      .filter((field) => rules.fieldIssues(field, known).length === 0)
    requireRoom(fields, wanted.length)
    await insert(
      tx,
      caller,
      wanted.map((field, place) => added(field, fields, place)),
    )
    return toOwnFields(await queries.listFields(tx, caller.businessId), caller)
  })

export async function changeField(deps: OperationDeps, context: Context, id: string, changes: OwnFieldChanges) {
  const { caller } = context
  const { businessId, userId } = caller
  const { field, stored } = await changing(context, async (tx, fields) => {
    const known = knownFields(fields)
    const before = requireField(known, id)
    const unchanged = { field: before, stored: { operationId: null, items: 0 } }
    if (rules.wasChanged(before, changes)) throw new AppError('changed_meanwhile')
    const { settings: after, issues, removed } = rules.withChanges(before, changes)
    if (!rules.mayBecome(before.type, after.type, before.hasValues))
      issues.push({ path: 'type', message: 'field_type_kept' })
    const used = removed.length ? await queries.listUsedOptions(tx, businessId, before.key, removed) : []
    const { options, issues: unreplaced } = replacementsOf(after.options, used, changes.replacements)
    refuse([
      ...issues,
      ...unreplaced,
      ...rules.fieldIssues(
        after,
        known.filter((other) => other !== before),
      ),
    ])
    if (removed.length && (await isBusy(tx, businessId, id))) throw new AppError('lead_field_busy')
    await requirePlaces(tx, businessId, after, before)
    const written = {
      ...before,
      ...after,
      options: [...after.options, ...(await leaving(tx, businessId, before, options))],
    }
    if (!rules.differing(before, written).length) return unchanged
    await queries.updateField(tx, businessId, id, written)
    await emit(tx, caller, 'lead_field.changed', { ...about(written), changes: rules.changesOf(before, written) })
    const stored = used.length
      ? await writeOperation(tx, businessId, {
          subject: 'leads',
          authorId: userId,
          action: { kind: 'replace_option', field: before.key, options },
          isRequired: true,
          items: leadsWith(businessId, before.key, used),
        })
      : unchanged.stored
    return { field: written, stored }
  })
  await beginOperation(deps, businessId, stored)
  return {
    success: true as const,
    field: toOwnField(field, caller),
    leads: stored.items,
    operationId: stored.operationId,
  }
}

/** Removed options that leads have until an operation replaces them: those removed now, and those removed earlier. */
async function leaving(tx: Db, businessId: string, field: FieldDefinition, options: Record<string, string | null>) {
  const earlier = field.options.filter(({ replacedBy }) => replacedBy !== undefined)
  const keys = earlier.map(({ key }) => key)
  const used = keys.length ? await queries.listUsedOptions(tx, businessId, field.key, keys) : []
  return [
    ...earlier.filter(({ key }) => used.includes(key)),
    ...field.options.flatMap((option) =>
      option.key in options ? [{ ...option, replacedBy: options[option.key] ?? null }] : [],
    ),
  ]
}

const isBusy = async (tx: Db, businessId: string, id: string) =>
  (await queries.listRemovals(tx, businessId)).some(({ fieldId }) => fieldId === id)

/** Moves a field and returns the whole order. Concurrent moves are serialized. */
export const moveField = (context: Context, { fieldId, before }: { fieldId: string; before: string | null }) =>
  changing(context, async (tx, fields) => {
    const { caller } = context
    const known = knownFields(fields)
    const field = requireField(known, fieldId)
    if (before !== null) requireField(known, before)
    const order = known.map(({ _id }) => _id)
    const moved = before === fieldId ? order : rules.orderMoved(order, fieldId, before)
    const [from, to] = [order.indexOf(fieldId), moved.indexOf(fieldId)]
    if (from === to) return order
    await queries.updateOrder(tx, caller.businessId, moved)
    await emit(tx, caller, 'lead_field.ordered', { ...about(field), changes: { position: [from, to] } })
    return moved
  })

export const removeField = (context: Context & { now: Date }, id: string): Promise<DeletedField> =>
  changing(context, async (tx, fields) => {
    const { caller, now } = context
    const field = requireField(knownFields(fields), id)
    const forms = (await queries.listForms(tx, caller.businessId)).filter(({ key }) => key === field.key)
    if (forms.length)
      throw new AppError('lead_field_in_use', { values: { forms: forms.map(({ name }) => name).join(', ') } })
    if (await isBusy(tx, caller.businessId, id)) throw new AppError('lead_field_busy')
    const deletedAt = now.toISOString()
    await queries.updateDeleted(tx, caller.businessId, id, deletedAt)
    await emit(tx, caller, 'lead_field.deleted', { ...about(field), changes: rules.changesOf(field, null) })
    const [deleted] = toDeleted({ ...field, deletedAt }, caller)
    return deleted as DeletedField
  })

/**
 * Restores a deleted field whose values have not been removed yet. Another field may have taken one of its names
 * meanwhile.
 */
export const restoreField = (context: Context, id: string): Promise<OwnField> =>
  changing(context, async (tx, fields) => {
    const { caller } = context
    const field = requireField(fields, id)
    if (field.deletedAt === null || field.purgedAt !== null) throw new AppError('lead_field_not_found')
    const known = knownFields(fields)
    requireRoom(fields, 1)
    refuse(rules.fieldIssues(field, known).filter(({ message }) => message === 'field_name_taken'))
    await queries.updateDeleted(tx, caller.businessId, id, null)
    await queries.updateOrder(tx, caller.businessId, [...known.map(({ _id }) => _id), id])
    await emit(tx, caller, 'lead_field.restored', { ...about(field), changes: {} })
    return toOwnField({ ...field, position: known.length }, caller)
  })
