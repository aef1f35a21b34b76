import type { FieldValue, FieldValues, SentFieldValues } from '#contract/lead-fields/own-fields.ts'
import type { Lead, LeadChanges } from '#contract/leads/leads.ts'

type Changes = Omit<LeadChanges, 'expected'>

/** The values that the changed fields have now, as `expected` of a change. */
export const currentValues = (lead: Lead, changes: Changes): Changes =>
  Object.fromEntries(Object.keys(changes).map((field) => [field, currentValue(lead, changes, field as keyof Changes)]))

function currentValue(lead: Lead, { fields = {} }: Changes, field: keyof Changes) {
  if (field === 'assignedTo') return lead.assignedTo?._id ?? null
  if (field === 'fields') return Object.fromEntries(Object.keys(fields).map((key) => [key, lead.fields[key] ?? null]))
  return lead[field as keyof Lead]
}

/** Values of own fields after a change; null removes one. */
export const withFields = (values: FieldValues, changes: SentFieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries({ ...values, ...changes }).filter((entry): entry is [string, FieldValue] => entry[1] !== null),
  )
