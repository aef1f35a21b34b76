import type { MergeField } from '#contract/duplicates/merge-fields.ts'
import { ownFieldName } from '#contract/lead-fields/own-fields.ts'
import { TAGS_MAX, tagKey, uniqueTags } from '#contract/leads/tags.ts'
import type { LeadState, StateField } from '../lead-fields.sql.ts'
import type { LockedLead } from '../lead-writer.queries.ts'
import { changedKeys, isSameValue, type LeadPatch } from './lead-writer.rules.ts'

/** The stored fields of each field that is taken from one lead: what follows from the first goes with it. */
export const storedFields = {
  name: ['name'],
  phone: ['phone'],
  email: ['email'],
  status: ['statusId', 'lostReason'],
  assignedTo: ['assignedTo'],
  value: ['value'],
  gender: ['gender'],
  source: ['source', 'utm'],
} as const satisfies Record<MergeField | 'gender', readonly StateField[]>

/** The fields that were changed, as they were before and after it. */
export type ChangeRecord = { before: LeadPatch; after: LeadPatch }
export const changeRecord = (before: LeadState, after: LeadState, fields: readonly StateField[]): ChangeRecord => {
  const keys = changedKeys(before.fields, after.fields)
  const ownOf = (lead: LeadState) =>
    Object.fromEntries(Object.entries(lead.fields).filter(([key]) => keys.includes(key)))
  const of = (lead: LeadState) =>
    Object.fromEntries(fields.map((field) => [field, field === 'fields' ? ownOf(lead) : lead[field]])) as LeadPatch
  return { before: of(before), after: of(after) }
}

type Undone = { patch: LeadPatch; kept: string[] }
/** Why a former value cannot come back: its status or its person is gone. */
type Restorable = { isStatus: (id: string) => boolean; isMember: (userId: string) => boolean }
/**
 * Takes back what was changed on a lead. Fields that were changed since stay and are named in `kept`, unless they have
 * their former value already.
 */
export function restoredPatch(now: LockedLead, { before, after }: ChangeRecord, may: Restorable): Undone {
  const undone: Undone = { patch: {}, kept: [] }
  const isRestorable = {
    statusId: () => may.isStatus(before.statusId ?? ''),
    assignedTo: () => !before.assignedTo || may.isMember(before.assignedTo),
  } as Record<string, (() => boolean) | undefined>
  for (const group of Object.values(storedFields)) {
    const changed = group.filter((field) => field in before)
    const [first] = changed
    if (!first) continue
    if (changed.every((field) => isSameValue(now[field], before[field]))) continue
    const isUntouched = changed.every((field) => isSameValue(now[field], after[field]))
    if (isUntouched && (isRestorable[first]?.() ?? true))
      Object.assign(undone.patch, Object.fromEntries(changed.map((field) => [field, before[field]])))
    else undone.kept.push(first)
  }
  restoreOwn(now, { before, after }, undone)
  restoreTags(now, { before, after }, undone)
  keepReachable(now, undone)
  return undone
}

/** Own fields one by one. */
function restoreOwn(now: LockedLead, { before, after }: ChangeRecord, { patch, kept }: Undone) {
  if (!before.fields || !after.fields) return
  const fields = { ...now.fields }
  for (const key of new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])) {
    const was = before.fields[key]
    if (isSameValue(was, after.fields[key]) || isSameValue(was, now.fields[key])) continue
    if (!isSameValue(now.fields[key], after.fields[key])) kept.push(ownFieldName(key))
    else if (was === undefined) delete fields[key]
    else fields[key] = was
  }
  patch.fields = fields
}

/** Tags one by one; exactly as they were if no person changed them since. */
function restoreTags(now: LockedLead, { before, after }: ChangeRecord, { patch, kept }: Undone) {
  if (!before.tags || !after.tags) return
  const isUntouched = isSameValue(now.tags, after.tags)
  const tags = isUntouched ? before.tags : tagsWithout(now.tags, before.tags, after.tags)
  if (tags.length > TAGS_MAX) kept.push('tags')
  else patch.tags = tags
}

/** The lead's tags without those that were added, and with those that were dropped. */
function tagsWithout(now: readonly string[], before: readonly string[], after: readonly string[]) {
  const has = (tags: readonly string[], one: string) => tags.some((tag) => tagKey(tag) === tagKey(one))
  const left = now.filter((tag) => has(before, tag) || !has(after, tag))
  return uniqueTags([...left, ...before.filter((tag) => !has(after, tag))])
}

/** A lead has a phone or an e-mail: one that was added stays if the other was removed since. */
function keepReachable(now: LockedLead, { patch, kept }: Undone) {
  const { phone, email } = { ...now, ...patch }
  if (phone !== null || email !== null) return
  const field = now.phone === null ? 'email' : 'phone'
  delete patch[field]
  kept.push(field)
}
