import { z } from 'zod'
import { byId, id, line, text, time, title } from '../common.ts'
import { route } from '../route.ts'
import { starterSets } from '../values/starter-sets.ts'
import {
  FIELD_GROUP_MAX,
  FIELD_HELP_MAX,
  FIELD_KEY_MAX,
  FIELD_OPTIONS_MAX,
  FIELD_PLACES_MAX,
  FIELD_UNIT_MAX,
  FieldValue,
  isFieldKey,
  OPTION_NAME_MAX,
  OwnField,
  ownFieldTypes,
} from './own-fields.ts'

const optionName = line(OPTION_NAME_MAX, 1)
const key = z.string().max(FIELD_KEY_MAX).refine(isFieldKey, 'invalid_value')
/** An option without a key is new. */
const SentOption = z.object({ key: key.optional(), nameHe: optionName, nameEn: optionName })
const heading = line(FIELD_GROUP_MAX, 1)

const fields = {
  nameHe: title,
  nameEn: title,
  helpText: text(FIELD_HELP_MAX),
  type: z.enum(ownFieldTypes),
  /** Options in display order. A field of a choice type needs at least one; other types have none. */
  options: z.array(SentOption).max(FIELD_OPTIONS_MAX),
  unit: line(FIELD_UNIT_MAX).nullable(),
  isDecimal: z.boolean(),
  isRequired: z.boolean(),
  requiredAt: z.array(id).max(FIELD_PLACES_MAX),
  default: FieldValue.nullable(),
  campaignIds: z.array(id).min(1, 'required').max(FIELD_PLACES_MAX).nullable(),
  group: z.object({ nameHe: heading, nameEn: heading }).nullable(),
  isPersonal: z.boolean(),
}
/** The key is made from the English name; a number is added if another field has or had it. */
export const NewOwnField = z.object({
  ...fields,
  helpText: fields.helpText.default(''),
  options: fields.options.default([]),
  unit: fields.unit.default(null),
  isDecimal: fields.isDecimal.default(false),
  isRequired: fields.isRequired.default(false),
  requiredAt: fields.requiredAt.default([]),
  default: fields.default.default(null),
  campaignIds: fields.campaignIds.default(null),
  group: fields.group.default(null),
  isPersonal: fields.isPersonal.default(false),
})
export type NewOwnField = z.output<typeof NewOwnField>

/**
 * Omitted fields stay unchanged. `options` are all options after the change: those with a known key are kept or renamed,
 * those without a key are new, those that are missing are removed. A removed option that leads have needs an entry in
 * `replacements`, by its key: the key of the option that they get, or null for none. `expected` holds the previous values
 * of the changed fields, as the client saw them. If one has changed since, the reply is 409.
 */
export const OwnFieldChanges = z.object({
  ...z.object(fields).partial().shape,
  isArchived: z.boolean().optional(),
  replacements: z.record(key, key.nullable()).optional(),
  expected: z
    .object({ ...fields, isArchived: z.boolean() })
    .partial()
    .optional(),
})
export type OwnFieldChanges = z.output<typeof OwnFieldChanges>

/** Predefined sets of fields for the trades that have sets of statuses. */
export const FieldSet = z.object({
  name: z.enum(starterSets),
  fields: z.array(OwnField.pick({ nameHe: true, nameEn: true, type: true, unit: true, options: true })),
})
export type FieldSet = z.output<typeof FieldSet>

/** Number of the newest open leads that are sampled to count how many have a value. */
export const FIELD_SAMPLE_MAX = 10_000

/** Where a field is used, and how often it has a value. */
export const FieldUsage = z.object({
  _id: id,
  /** How many of the sampled open leads have a value. */
  filled: z.number().int(),
  /**
   * Whether any lead, including those in the trash, has a value. If so, the type can change only as `typesAfter`
   * allows.
   */
  hasValues: z.boolean(),
  /** Forms that ask for the field. While there is one, the field cannot be deleted. */
  forms: z.array(z.object({ _id: id, name: z.string(), campaignId: id, campaignName: z.string() })),
})
export type FieldUsage = z.output<typeof FieldUsage>

/** A deleted field. It can be restored until `until`; then its values are removed from the leads. */
export const DeletedField = z.object({ field: OwnField, deletedAt: time, until: time })
export type DeletedField = z.output<typeof DeletedField>

/** Options that an operation is replacing in leads: the key of each, and the key of its replacement. */
export const OptionRemoval = z.object({
  operationId: id,
  fieldId: id,
  options: z.record(z.string(), z.string().nullable()),
  total: z.number().int(),
  done: z.number().int(),
})
export type OptionRemoval = z.output<typeof OptionRemoval>

const One = z.object({ success: z.literal(true), field: OwnField })
const owners = { access: 'Owner', can: 'business.settings' } as const

export const leadFieldRoutes = {
  list: route({
    method: 'GET',
    path: '/business/lead-fields',
    access: 'None',
    scope: 'leads:read',
    summary: "The business's own lead fields in their order, archived ones too",
    reply: z.object({ success: z.literal(true), fields: z.array(OwnField) }),
  }),
  settings: route({
    method: 'GET',
    path: '/business/lead-fields/settings',
    ...owners,
    heavy: true,
    summary: 'Where the own lead fields are used, how many leads have values, what was deleted, and starter sets',
    reply: z.object({
      success: z.literal(true),
      usage: z.array(FieldUsage),
      /** Number of open leads that `filled` refers to, at most FIELD_SAMPLE_MAX. */
      sampled: z.number().int(),
      deleted: z.array(DeletedField),
      removals: z.array(OptionRemoval),
      sets: z.array(FieldSet),
    }),
  }),
  create: route({
    method: 'POST',
    path: '/business/lead-fields',
    ...owners,
    summary: 'Add a field to the leads of the business, after the others',
    body: NewOwnField,
    reply: One,
    status: () => 201,
  }),
  change: route({
    method: 'PATCH',
    path: '/business/lead-fields/:id',
    ...owners,
    summary: 'Change a lead field; a renamed option is renamed in all leads, a removed one is replaced',
    params: byId,
    body: OwnFieldChanges,
    reply: One.extend({
      /** Number of leads whose option is replaced, and the operation that does it. */
      leads: z.number().int(),
      operationId: id.nullable(),
    }),
  }),
  order: route({
    method: 'POST',
    path: '/business/lead-fields/order',
    ...owners,
    summary: 'Put one lead field before another (null: at the end), wherever both stand by now',
    body: z.object({ fieldId: id, before: id.nullable() }),
    reply: z.object({ success: z.literal(true), order: z.array(id) }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/business/lead-fields/:id',
    ...owners,
    summary: 'Delete a lead field that no form asks for; it can be taken back for 30 days',
    params: byId,
    reply: z.object({ success: z.literal(true), deleted: DeletedField }),
  }),
  restore: route({
    method: 'POST',
    path: '/business/lead-fields/:id/restore',
    ...owners,
    summary: 'Take back a deleted lead field with its values, after the others',
    params: byId,
    reply: One,
  }),
  start: route({
    method: 'POST',
    path: '/business/lead-fields/starter',
    ...owners,
    summary: 'Add the lead fields of a trade, except those whose key is there already',
    body: z.object({ set: z.enum(starterSets) }),
    reply: z.object({ success: z.literal(true), fields: z.array(OwnField) }),
  }),
}
