import { z } from 'zod'
import { callStatuses } from '../calls/call-statuses.ts'
import { SentFieldName } from '../lead-fields/own-fields.ts'
import { maskEmail, maskPhone } from '../values/masks.ts'
import { statusTypes } from './lead-status.ts'
import { leadMeetingStatuses } from './meetings/meeting-statuses.ts'
import { genders } from './messages/gender.ts'

type FieldSpec = {
  /**
   * Decides which operators a filter condition on the field can use (lead-where.ts); absent: the field cannot be
   * filtered.
   */
  kind?: 'text' | 'choice' | 'number' | 'date' | 'flag'
  /** What a `number` counts; absent: agorot. */
  unit?: 'seconds' | 'times'
  /** The field describes the lead's calls. `heard`: only readers who may hear calls get it. */
  calls?: 'read' | 'heard'
  /** Validates a value of a field of the kind `choice`; absent if any text is allowed. */
  isValue?: (value: string) => boolean
  /** The field's column in the lead table. */
  column?: string
  /** Lists can be sorted by the field (lead-sorts.ts). */
  isSortable?: true
  /** The board can have a column for each value of the field (contract/leads/lead-board.ts). */
  isGrouping?: true
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
  name: { kind: 'text', column: 'name', property: 'name', isSortable: true },
  phone: { kind: 'text', column: 'phone', property: 'phone', mask: maskPhone },
  email: { kind: 'text', column: 'email', property: 'email', mask: maskEmail },
  campaign: { kind: 'choice', isValue: isId, column: 'campaign', property: 'campaignId', isGrouping: true },
  status: { kind: 'choice', isValue: isId, column: 'status', property: 'statusId', isSortable: true, isGrouping: true },
  statusType: { kind: 'choice', isValue: (value: string) => statusTypes.some((type) => type === value) },
  source: { kind: 'choice', column: 'source', isGrouping: true },
  date: { kind: 'date', column: 'date', isSortable: true },
  /** Values are user ids; `none` means unassigned. */
  assigned: {
    kind: 'choice',
    isValue: (value: string) => value === 'none' || isId(value),
    column: 'assignedTo',
    property: 'assignedTo',
    isGrouping: true,
  },
  /** In agorot. */
  value: { kind: 'number', column: 'value', property: 'value', isSortable: true },
  tag: { kind: 'choice', column: 'tags', property: 'tags' },
  unread: { kind: 'flag' },
  duplicate: { kind: 'flag', column: 'duplicate' },
  utmSource: { kind: 'text', column: 'utmSource' },
  utmMedium: { kind: 'text', column: 'utmMedium' },
  utmCampaign: { kind: 'text', column: 'utmCampaign' },
  utmContent: { kind: 'text', column: 'utmContent' },
  utmTerm: { kind: 'text', column: 'utmTerm' },
  lastActivity: { kind: 'date', column: 'lastActivity', isSortable: true },
  firstResponse: { kind: 'date', column: 'firstResponse', isSortable: true },
  /** When the target for the first response is reached, of unanswered leads. */
  responseDue: { kind: 'date', column: 'responseDue', isSortable: true },
  /** Unanswered after the target. */
  late: { kind: 'flag' },
  /** When the first open follow-up that the reader may see is due. */
  nextFollowUp: { kind: 'date', column: 'nextFollowUp' },
  followUpOverdue: { kind: 'flag' },
  /** Of its next meeting that is not cancelled, else of the latest. */
  meetingStatus: {
    kind: 'choice',
    isValue: (value: string) => leadMeetingStatuses.some((one) => one === value),
    column: 'meetingStatus',
  },
  lostReason: { kind: 'text', property: 'lostReason' },
  gender: { kind: 'choice', isValue: (value: string) => genders.some((one) => one === value), property: 'gender' },
  /** Status, start and talk time of the last call, as the columns of the lead table show them. */
  callStatus: { kind: 'choice', calls: 'read', isValue: (value: string) => callStatuses.some((one) => one === value) },
  callStart: { kind: 'date', calls: 'read' },
  callDuration: { kind: 'number', unit: 'seconds', calls: 'read' },
  callCount: { kind: 'number', unit: 'times', calls: 'read' },
  /** Whether any call has a recording that was not deleted. */
  callRecording: { kind: 'flag', calls: 'heard' },
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
/** The right to calls that filtering by the field requires; undefined: reading leads is enough. */
export const callsNeededBy = (field: LeadField) => {
  const spec: FieldSpec = leadFields[field]
  return spec.calls
}
/** What a number of the field counts; undefined: agorot. */
export const unitOf = (field: LeadField) => {
  const spec: FieldSpec = leadFields[field]
  return spec.unit
}
/** Returns the key of a field’s name in the text group `columns`. */
export const labelOf = (field: LeadField) => {
  const spec: FieldSpec = leadFields[field]
  return spec.column ?? field
}
/** Fields by which the board can be divided into columns. */
export const boardGroupings = leadFieldsWith('isGrouping')
export type BoardGrouping = (typeof boardGroupings)[number]
/** The field by which the board is grouped: a built-in field, or an own field with options (isGroupingField). */
export const BoardBy = z.union([z.enum(boardGroupings), SentFieldName])
export type BoardBy = z.output<typeof BoardBy>
export type LeadProperty = Fields[LeadFieldWith<'property'>]['property']
type ContactField = LeadFieldWith<'mask'>
export const contactFields = leadFieldsWith('mask')
export const isContact = (field: string): field is ContactField => contactFields.some((contact) => contact === field)
/** Returns the lead with masked contacts, for readers from whom the business hides contacts. */
export const maskContacts = <L extends Record<ContactField, string | null>>(lead: L): L => ({
  ...lead,
  ...Object.fromEntries(contactFields.map((field) => [field, lead[field] && leadFields[field].mask(lead[field])])),
})
