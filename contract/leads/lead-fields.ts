import { z } from 'zod'
import { maskEmail, maskPhone } from '../values/masks.ts'
import { statusTypes } from './lead-status.ts'

const isUuid = (value: string) => z.uuid().safeParse(value).success

/** What a field of a lead is to conditions, readers and screens. */
type FieldSpec = {
  /** Says which conditions may be asked of it (lead-where.ts). */
  kind: 'text' | 'choice' | 'number' | 'date' | 'flag'
  /** Of a choice that is not free text: whether it can have this value. */
  isValue?: (value: string) => boolean
  /** A contact: how readers see it from whom the business keeps contacts. */
  mask?: (value: string) => string
}

/**
 * The registry of lead fields. Its other parts are keyed by the same names: server/features/leads/lead-fields.sql.ts says
 * what each field is in the database.
 */
export const leadFields = {
  name: { kind: 'text' },
  phone: { kind: 'text', mask: maskPhone },
  email: { kind: 'text', mask: maskEmail },
  campaign: { kind: 'choice', isValue: isUuid },
  status: { kind: 'choice', isValue: isUuid },
  statusType: { kind: 'choice', isValue: (value: string) => statusTypes.some((type) => type === value) },
  source: { kind: 'choice' },
  date: { kind: 'date' },
  /** Ids of people; `none`: unassigned. */
  assigned: { kind: 'choice', isValue: (value: string) => value === 'none' || isUuid(value) },
  value: { kind: 'number' },
  tag: { kind: 'choice' },
  unread: { kind: 'flag' },
  duplicate: { kind: 'flag' },
  utmSource: { kind: 'text' },
  utmMedium: { kind: 'text' },
  utmCampaign: { kind: 'text' },
  utmContent: { kind: 'text' },
  utmTerm: { kind: 'text' },
  lastActivity: { kind: 'date' },
  firstResponse: { kind: 'date' },
} as const satisfies Record<string, FieldSpec>

export type LeadField = keyof typeof leadFields
export const leadFieldNames = Object.keys(leadFields) as [LeadField, ...LeadField[]]
