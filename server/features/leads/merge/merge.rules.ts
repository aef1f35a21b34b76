import { defaultOf, type MergeField, mergeFields } from '#contract/duplicates/merge-fields.ts'
import { ownFieldName } from '#contract/lead-fields/own-fields.ts'
import { uniqueTags } from '#contract/leads/tags.ts'
import type { LeadPatch } from '../change/lead-writer.rules.ts'
import { storedFields } from '../change/restoring.rules.ts'
import type { LockedLead } from '../lead-writer.queries.ts'
import { salesOf } from '../leads.rules.ts'

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

/** The lead whose value of a field is kept. A lead that was chosen for a field must be among the leads. */
function keptIn({ winner, others, choices, isAssignable }: MergedLeads) {
  const isFilled = (lead: LockedLead, field: string) => {
    const value = valueIn(lead, field)
    return (value ?? '') !== '' && (field !== 'assignedTo' || lead === winner || isAssignable(String(value)))
  }
  return (field: string) =>
    [winner, ...others].find(({ id }) => id === choices[field]) ?? defaultOf(field, { kept: winner, others, isFilled })
}

/** What the kept lead becomes. */
export function mergedPatch(merged: MergedLeads): LeadPatch {
  const { winner, others } = merged
  const all = [winner, ...others]
  const keptOf = keptIn(merged)
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

/**
 * What each merged lead had won, in agorot, by its id: it stays counted as a past sale. If the kept lead is won with the
 * value or the status of one of them, that sale is the kept lead's own, and only what the kept lead had won before stays.
 */
export function pastSales(merged: MergedLeads, statusType: LockedLead['statusType']): Map<string, number> {
  const saleOf = (lead: LockedLead) => salesOf(lead.statusType, lead.value)
  const keptOf = keptIn(merged)
  const sale = salesOf(statusType, keptOf('value').value)
  const sources = statusType === 'Won' ? [keptOf('value'), keptOf('status')] : []
  const taken = sources.find((lead) => lead !== merged.winner && lead.statusType === 'Won')
  const left = (lead: LockedLead) =>
    lead === taken ? Math.max(0, saleOf(merged.winner) + saleOf(lead) - sale) : saleOf(lead)
  return new Map(merged.others.map((lead) => [lead.id, left(lead)]))
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
