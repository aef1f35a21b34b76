/** Error codes and retention periods of lead fields, apart from their routes, because every page loads them (features.ts). */
export const leadFieldErrors = {
  lead_field_not_found: 404,
  too_many_lead_fields: 409,
  /** A form asks for the field; the text names the forms. */
  lead_field_in_use: 409,
  /** Its options are just being replaced in leads. */
  lead_field_busy: 409,
  /** Members who see masked contacts do not change values of own fields. */
  own_fields_kept: 403,
} as const
/** How long a deleted field can be taken back. */
export const leadFieldPeriods = { deletedFields: { unit: 'days', amount: 30 } } as const
export const FIELD_DELETED_DAYS = leadFieldPeriods.deletedFields.amount
