import { defaultOf, type MergeField, mergeFields } from '#contract/duplicates/merge-fields.ts'
import { ownFieldName } from '#contract/lead-fields/own-fields.ts'
import { uniqueTags } from '#contract/leads/tags.ts'
import type { LeadPatch } from '../change/lead-writer.rules.ts'
import { storedFields } from '../change/restoring.rules.ts'
import type { LockedLead } from '../lead-writer.queries.ts'

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
  field in storedFields ? lead[storedFields[field as MergeField][0]] : lead.fields[keyOf(field)]

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
    return storedFields[field].map((name): [string, unknown] => [name, kept[name]])
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
