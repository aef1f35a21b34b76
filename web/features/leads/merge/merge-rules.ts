import { defaultOf, type MergeField, mergeFields } from '#contract/duplicates/merge-fields.ts'
import { isFieldOf, type OwnField, ownFieldName } from '#contract/lead-fields/own-fields.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { uniqueTags } from '#contract/leads/tags.ts'

/** A row of the comparison: a built-in field, or an own one. */
export type MergeRow = { name: string; own?: OwnField }

const byActivity = (one: Lead, other: Lead) => Date.parse(other.lastActivityAt) - Date.parse(one.lastActivityAt)
/** The lead that is kept unless another is chosen: the one with the latest activity. */
export const firstKept = (leads: readonly Lead[]) => leads.toSorted(byActivity)[0]

const builtIn: Record<MergeField, (lead: Lead) => unknown> = {
  name: ({ name }) => name,
  phone: ({ phone }) => phone,
  email: ({ email }) => email,
  status: ({ statusId }) => statusId,
  assignedTo: ({ assignedTo }) => assignedTo?._id,
  value: ({ value }) => value,
  source: ({ source }) => source,
}
export const isBuiltIn = (name: string): name is MergeField => mergeFields.some((field) => field === name)
const valueIn = (lead: Lead, { name, own }: MergeRow): unknown =>
  own ? lead.fields[own.key] : isBuiltIn(name) ? builtIn[name](lead) : undefined
export const isFilled = (lead: Lead, row: MergeRow) => (valueIn(lead, row) ?? '') !== ''
/** Whether all leads have the same value. */
export const isEqual = (leads: readonly Lead[], row: MergeRow) =>
  new Set(leads.map((lead) => JSON.stringify(valueIn(lead, row) ?? null))).size === 1

/** The rows that have a value in some lead. */
export function rowsOf(leads: readonly Lead[], ownFields: readonly OwnField[], kept: Lead): MergeRow[] {
  const own = ownFields
    .filter((field) => isFieldOf(field, kept.campaignId))
    .map((field) => ({ name: ownFieldName(field.key), own: field }))
  const rows: MergeRow[] = [...mergeFields.map((name) => ({ name })), ...own]
  return rows.filter((row) => leads.some((lead) => isFilled(lead, row)))
}

export type Choices = Readonly<Record<string, string>>
/** The lead whose value a field gets: the chosen one, else the default. */
export function winnerOf(row: MergeRow, leads: readonly Lead[], { kept, choices }: { kept: Lead; choices: Choices }) {
  const others = leads.filter((lead) => lead !== kept).toSorted(byActivity)
  return (
    leads.find(({ _id }) => _id === choices[row.name]) ??
    defaultOf(row.name, { kept, others, isFilled: (lead) => isFilled(lead, row) })
  )
}

export const tagsOf = (leads: readonly Lead[], without: ReadonlySet<string>, kept: Lead) =>
  uniqueTags(
    [kept, ...leads.filter((lead) => lead !== kept)].flatMap(({ _id, tags }) => (without.has(_id) ? [] : tags)),
  )
