import { z } from 'zod'
import { id } from '../common.ts'

/**
 * Fields that a business adds to its leads (decision 38). Their definitions, and the form of their values; the built-in
 * fields are in leads/lead-fields.ts.
 */
export const ownFieldTypes = [
  'text',
  'long_text',
  'number',
  'money',
  'date',
  'choice',
  'choices',
  'yes_no',
  'link',
] as const
export type OwnFieldType = (typeof ownFieldTypes)[number]

/**
 * Maximum number of fields per business, including archived ones. From OWN_FIELDS_NEAR on, a screen shows a warning.
 */
export const OWN_FIELDS_MAX = 50
export const OWN_FIELDS_NEAR = 45
export const FIELD_OPTIONS_MAX = 200
export const FIELD_TEXT_MAX = 500
export const FIELD_LONG_TEXT_MAX = 5_000
/** Limits of numbers: the largest absolute value, and the number of decimal places. */
export const FIELD_NUMBER_MAX = 1_000_000_000_000
export const FIELD_DECIMALS_MAX = 4
/** Limits of names: of an option, a unit (`m²`), a group, and of the help text. */
export const OPTION_NAME_MAX = 60
export const FIELD_UNIT_MAX = 12
export const FIELD_GROUP_MAX = 50
export const FIELD_HELP_MAX = 200
/** Maximum number of campaigns of a field, and of statuses that require it. */
export const FIELD_PLACES_MAX = 200
/** A key has Latin letters, digits and underscores, and is made from the English name. It never changes. */
export const FIELD_KEY_MAX = 30
export const isFieldKey = (key: string) => /^[a-z][a-z0-9_]{0,29}$/.test(key)

/**
 * A value on the wire. A text, a long text and a link are strings, a number is a number, money an integer in agorot, a
 * date `2026-01-31`, a choice the key of an option, several choices the keys in the order of the options, yes/no a
 * boolean. A lead has no entry for an empty field.
 */
export const FieldValue = z.union([
  // No maximum length here: the server applies that of the field's type, so that each error names its value.
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string().max(FIELD_KEY_MAX)).max(FIELD_OPTIONS_MAX),
])
export type FieldValue = z.output<typeof FieldValue>
/** Values of a lead by the keys of the fields. A reader who sees masked contacts gets MASKED_VALUE for a personal field. */
export const FieldValues = z.record(z.string(), FieldValue)
export type FieldValues = z.output<typeof FieldValues>
export const MASKED_VALUE = '•••'

/** Values that a client sends: null, an empty text or list clears a field. The server compares them with the fields. */
export const SentFieldValues = z
  .record(z.string().max(FIELD_KEY_MAX), FieldValue.nullable())
  .refine((values) => Object.keys(values).length <= OWN_FIELDS_MAX, 'out_of_range')
export type SentFieldValues = z.output<typeof SentFieldValues>

const FieldOption = z.object({
  /** Stored with leads; made from the English name, and kept when the option is renamed. */
  key: z.string(),
  nameHe: z.string(),
  nameEn: z.string(),
  /**
   * Absent, except while the option is being removed: leads that have it are given the option with this key, or, if it
   * is null, none. It can no longer be chosen.
   */
  replacedBy: z.string().nullable().optional(),
})
export type FieldOption = z.output<typeof FieldOption>

/** A field as members read it. */
export const OwnField = z.object({
  _id: id,
  /** Names the field in `fields` of a lead, and, as `fields.<key>`, in conditions, columns, sort orders and changes. */
  key: z.string(),
  nameHe: z.string(),
  nameEn: z.string(),
  helpText: z.string(),
  type: z.enum(ownFieldTypes),
  /** Options of a choice, in their order; empty for other types. */
  options: z.array(FieldOption),
  /** Unit of a number, as `m²`. */
  unit: z.string().nullable(),
  /** Whether a number may have decimal places. */
  isDecimal: z.boolean(),
  /**
   * People who enter a lead by hand must fill the field and cannot clear it later. API keys, forms and calls may omit
   * it.
   */
  isRequired: z.boolean(),
  /** A person who gives a lead one of these statuses must fill the field. Operations on many leads do not ask. */
  requiredAt: z.array(id),
  /** New leads that people, API keys and forms enter without a value get this one. */
  default: FieldValue.nullable(),
  /** Campaigns whose leads have the field, among those visible to the caller; null: all campaigns. */
  campaignIds: z.array(id).nullable(),
  /** Heading below which the lead page shows the field; null: none. */
  group: z.object({ nameHe: z.string(), nameEn: z.string() }).nullable(),
  /** Personal data: masked for those who see masked contacts. */
  isPersonal: z.boolean(),
  /** Archived fields keep their values, which no screen shows. */
  isArchived: z.boolean(),
  /** Rank in lists. */
  position: z.number().int(),
})
export type OwnField = z.output<typeof OwnField>

/** Whether leads of a campaign have the field. */
export const isFieldOf = ({ campaignIds }: Pick<OwnField, 'campaignIds'>, campaignId: string) =>
  campaignIds === null || campaignIds.includes(campaignId)

/** The name of an own field among the built-in ones: in conditions, columns, sort orders and changes. */
export type OwnFieldName = `fields.${string}`
export const ownFieldName = (key: string): OwnFieldName => `fields.${key}`
export const isOwnFieldName = (name: string): name is OwnFieldName =>
  name.startsWith('fields.') && isFieldKey(name.slice('fields.'.length))
/** The name on the wire. */
export const SentFieldName = z.templateLiteral(['fields.', z.string().regex(/[a-z][a-z0-9_]{0,29}/)])
export const keyOfFieldName = (name: OwnFieldName) => name.slice('fields.'.length)

/**
 * How a condition treats each type (whereOps of leads/lead-where.ts). The values of a condition on yes/no are
 * YES_NO_KEYS, so that a condition distinguishes leads without an answer from those with No.
 */
export const whereKindOf = {
  text: 'text',
  long_text: 'text',
  number: 'number',
  money: 'number',
  date: 'date',
  choice: 'choice',
  choices: 'choice',
  yes_no: 'choice',
  link: 'text',
} as const satisfies Record<OwnFieldType, 'text' | 'choice' | 'number' | 'date'>
export const YES_NO_KEYS = ['yes', 'no'] as const

/** Types into which a field that has values may change. A field without values may get any type. */
export const typesAfter: Partial<Record<OwnFieldType, OwnFieldType>> = { text: 'long_text', choice: 'choices' }
/**
 * Whether the board can have a column for each option. Multiple choice is excluded, because a lead would be in several
 * columns; personal fields, because many people see the board.
 */
export const isGroupingField = ({ type, isPersonal }: Pick<OwnField, 'type' | 'isPersonal'>) =>
  type === 'choice' && !isPersonal
export const hasOptions = (type: OwnFieldType) => type === 'choice' || type === 'choices'
