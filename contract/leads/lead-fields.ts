import { z } from 'zod'
import { maskEmail, maskPhone } from '../values/masks.ts'
import { statusTypes } from './lead-status.ts'

type FieldSpec = {
  /**
   * Decides which operators a filter condition on the field can use (lead-where.ts); absent: the field cannot be
   * filtered.
   */
  kind?: 'text' | 'choice' | 'number' | 'date' | 'flag'
  /** Validates a value of a field of the kind `choice`; absent if any text is allowed. */
  isValue?: (value: string) => boolean
  /** The field's column in the lead table. */
  column?: string
  isSortable?: true
  /** The field's name in the changes of a lead and in the history. */
  property?: string
  /** Masks a contact for readers from whom the business hides contacts. */
  mask?: (contact: string) => string
}

const isId = (value: string) => z.uuid().safeParse(value).success

/**
 * The registry of lead fields, read by routes, lists and screens. Maps with the same keys define each field's SQL
 * (server/features/leads/lead-fields.sql.ts), table column (web/features/leads/table/lead-columns.tsx) and choices
 * (web/features/leads/fields).
 */
export const leadFields = {
  name: { kind: 'text', column: 'name', property: 'name' },
  phone: { kind: 'text', column: 'phone', property: 'phone', mask: maskPhone },
  email: { kind: 'text', column: 'email', property: 'email', mask: maskEmail },
  campaign: { kind: 'choice', isValue: isId, column: 'campaign', property: 'campaignId' },
  status: { kind: 'choice', isValue: isId, column: 'status', property: 'statusId' },
  statusType: { kind: 'choice', isValue: (value: string) => statusTypes.some((type) => type === value) },
  source: { kind: 'choice', column: 'source' },
  date: { kind: 'date', column: 'date', isSortable: true },
  /** Values are user ids; `none` means unassigned. */
  assigned: {
    kind: 'choice',
    isValue: (value: string) => value === 'none' || isId(value),
    column: 'assignedTo',
    property: 'assignedTo',
  },
  /** In agorot. */
  value: { kind: 'number', column: 'value', property: 'value' },
  tag: { kind: 'choice', column: 'tags', property: 'tags' },
  unread: { kind: 'flag' },
  duplicate: { kind: 'flag', column: 'duplicate' },
  utmSource: { kind: 'text', column: 'utmSource' },
  utmMedium: { kind: 'text', column: 'utmMedium' },
  utmCampaign: { kind: 'text', column: 'utmCampaign' },
  utmContent: { kind: 'text', column: 'utmContent' },
  utmTerm: { kind: 'text', column: 'utmTerm' },
  lastActivity: { kind: 'date', column: 'lastActivity' },
  firstResponse: { kind: 'date', column: 'firstResponse' },
  lostReason: { property: 'lostReason' },
} as const satisfies Record<string, FieldSpec>

type Fields = typeof leadFields
export type LeadField = keyof Fields
/** The fields whose entry has this property. */
export type LeadFieldWith<P extends keyof FieldSpec> = {
  [F in LeadField]: P extends keyof Fields[F] ? F : never
}[LeadField]
export type LeadFieldOf<K extends FieldSpec['kind']> = {
  [F in LeadFieldWith<'kind'>]: Fields[F]['kind'] extends K ? F : never
}[LeadFieldWith<'kind'>]
export const leadFieldsWith = <P extends keyof FieldSpec>(property: P) =>
  Object.keys(leadFields).filter((field) => property in leadFields[field as LeadField]) as LeadFieldWith<P>[]

/** Whether a field of the kind `choice` accepts any text, as sources and tags do. */
export const isFreeChoice = (field: string) => freeChoices.some((free) => free === field)
const freeChoices = leadFieldsWith('kind').filter(
  (field) => leadFields[field].kind === 'choice' && !('isValue' in leadFields[field]),
)
/** Returns the key of a field’s name in the text group `columns`. */
export const labelOf = (field: LeadField) => {
  const spec: FieldSpec = leadFields[field]
  return spec.column ?? field
}
export type LeadProperty = Fields[LeadFieldWith<'property'>]['property']
type ContactField = LeadFieldWith<'mask'>
export const contactFields = leadFieldsWith('mask')
export const isContact = (field: string): field is ContactField => contactFields.some((contact) => contact === field)
/** Returns the lead with masked contacts, for readers from whom the business hides contacts. */
export const maskContacts = <L extends Record<ContactField, string | null>>(lead: L): L => ({
  ...lead,
  ...Object.fromEntries(contactFields.map((field) => [field, lead[field] && leadFields[field].mask(lead[field])])),
})
