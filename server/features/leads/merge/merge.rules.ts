import { defaultOf, type MergeField, mergeFields } from '#contract/duplicates/merge-fields.ts'
import { ownFieldName } from '#contract/lead-fields/own-fields.ts'
import { tagKey, uniqueTags } from '#contract/leads/tags.ts'
import { isSameValue, type LeadPatch } from '../change/lead-writer.rules.ts'
import type { LeadState, StateField } from '../lead-fields.sql.ts'
import type { LockedLead } from '../lead-writer.queries.ts'

/** The stored fields of each field of a merge; what follows from the first is taken from the same lead. */
const stored = {
  name: ['name'],
  phone: ['phone'],
  email: ['email'],
  status: ['statusId', 'lostReason'],
  assignedTo: ['assignedTo'],
  value: ['value'],
  source: ['source', 'utm'],
} as const satisfies Record<MergeField, readonly StateField[]>

export type MergedLeads = {
  winner: LockedLead
  /** The one with the latest activity first. */
  others: readonly LockedLead[]
  /** Whose value was chosen, by field. */
  choices: Readonly<Record<string, string>>
  tagsOf?: readonly string[] | undefined
  /** Keys of the own fields that leads of the kept lead's campaign have. */
  ownKeys: readonly string[]
  /** People to whom the kept lead may be assigned without having been chosen. */
  isAssignable: (userId: string) => boolean
}

const keyOf = (field: string) => field.slice('fields.'.length)
const valueIn = (lead: LockedLead, field: string): unknown =>
  field in stored ? lead[stored[field as MergeField][0]] : lead.fields[keyOf(field)]

/** What the kept lead becomes. A lead that was chosen for a field must be among the leads. */
export function mergedPatch({ winner, others, choices, ...merged }: MergedLeads): LeadPatch {
  const all = [winner, ...others]
  const isFilled = (lead: LockedLead, field: string) => {
    const value = valueIn(lead, field)
    return (value ?? '') !== '' && (field !== 'assignedTo' || lead === winner || merged.isAssignable(String(value)))
  }
  const keptOf = (field: string) =>
    all.find(({ id }) => id === choices[field]) ?? defaultOf(field, { kept: winner, others, isFilled })
  const patch = mergeFields.flatMap((field) => {
    const kept = keptOf(field)
    return stored[field].map((name): [string, unknown] => [name, kept[name]])
  })
  const own = merged.ownKeys.flatMap((key) => {
    const value = keptOf(ownFieldName(key)).fields[key]
    return value === undefined ? [] : [[key, value] as const]
  })
  const foreign = Object.entries(winner.fields).filter(([key]) => !merged.ownKeys.includes(key))
  const tagged = all.filter(({ id }) => merged.tagsOf?.includes(id) ?? true)
  return {
    ...Object.fromEntries(patch),
    fields: Object.fromEntries([...foreign, ...own]),
    tags: uniqueTags(tagged.flatMap(({ tags }) => tags)),
  }
}

export type Contact = { kind: 'phone' | 'email'; value: string; from: string }
/** Phones and e-mails of the leads that the kept lead does not have as its own; each with the first lead that had it. */
export function furtherContacts(
  leads: readonly Pick<LockedLead, 'id' | 'phone' | 'email'>[],
  own: Pick<LockedLead, 'phone' | 'email'>,
): Contact[] {
  const found = leads.flatMap(({ id, phone, email }): Contact[] => [
    ...(phone && phone !== own.phone ? [{ kind: 'phone' as const, value: phone, from: id }] : []),
    ...(email && email !== own.email ? [{ kind: 'email' as const, value: email, from: id }] : []),
  ])
  return found.filter(({ value }, at) => found.findIndex((other) => other.value === value) === at)
}

/** The fields that a merge changed, as they were before and after it. */
export type WinnerRecord = { before: LeadPatch; after: LeadPatch }
export const winnerRecord = (before: LeadState, after: LeadState, fields: readonly StateField[]): WinnerRecord => {
  const of = (lead: LeadState) => Object.fromEntries(fields.map((field) => [field, lead[field]])) as LeadPatch
  return { before: of(before), after: of(after) }
}

type Undone = { patch: LeadPatch; kept: string[] }
/** Why a former value cannot come back: its status or its person is gone. */
type Restorable = { isStatus: (id: string) => boolean; isMember: (userId: string) => boolean }
/** Takes back what a merge changed on the kept lead. Fields that were changed since stay and are named in `kept`. */
export function unmergedPatch(now: LockedLead, { before, after }: WinnerRecord, may: Restorable): Undone {
  const undone: Undone = { patch: {}, kept: [] }
  const isRestorable = {
    statusId: () => may.isStatus(before.statusId ?? ''),
    assignedTo: () => !before.assignedTo || may.isMember(before.assignedTo),
  } as Record<string, (() => boolean) | undefined>
  for (const group of Object.values(stored)) {
    const changed = group.filter((field) => field in before)
    const [first] = changed
    if (!first) continue
    const isUntouched = changed.every((field) => isSameValue(now[field], after[field]))
    if (isUntouched && (isRestorable[first]?.() ?? true))
      Object.assign(undone.patch, Object.fromEntries(changed.map((field) => [field, before[field]])))
    else undone.kept.push(first)
  }
  restoreOwn(now, { before, after }, undone)
  if (before.tags && after.tags) undone.patch.tags = tagsWithout(now.tags, before.tags, after.tags)
  keepReachable(now, undone)
  return undone
}

/** Own fields one by one. */
function restoreOwn(now: LockedLead, { before, after }: WinnerRecord, { patch, kept }: Undone) {
  if (!before.fields || !after.fields) return
  const fields = { ...now.fields }
  for (const key of new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])) {
    const was = before.fields[key]
    if (isSameValue(was, after.fields[key])) continue
    if (!isSameValue(now.fields[key], after.fields[key])) kept.push(ownFieldName(key))
    else if (was === undefined) delete fields[key]
    else fields[key] = was
  }
  patch.fields = fields
}

/** The lead's tags without those that the merge added, and with those that it dropped. */
function tagsWithout(now: readonly string[], before: readonly string[], after: readonly string[]) {
  const has = (tags: readonly string[], one: string) => tags.some((tag) => tagKey(tag) === tagKey(one))
  const left = now.filter((tag) => has(before, tag) || !has(after, tag))
  return uniqueTags([...left, ...before.filter((tag) => !has(after, tag))])
}

/** A lead has a phone or an e-mail: one that the merge added stays if the other was removed since. */
function keepReachable(now: LockedLead, { patch, kept }: Undone) {
  const { phone, email } = { ...now, ...patch }
  if (phone !== null || email !== null) return
  const field = now.phone === null ? 'email' : 'phone'
  delete patch[field]
  kept.push(field)
}
