/**
 * Error codes and retention periods of lead fields. They are separate from the routes, because every page loads them
 * (features.ts).
 */
export const leadFieldErrors = {
  lead_field_not_found: 404,
  too_many_lead_fields: 409,
  /** A form asks for the field; the text names the forms. */
  lead_field_in_use: 409,
  /** An operation is replacing the field's options in leads. */
  lead_field_busy: 409,
  /** Members who see masked contacts may not change values of own fields. */
  own_fields_kept: 403,
} as const
/** How long a deleted field can be restored. */
export const leadFieldPeriods = { deletedFields: { unit: 'days', amount: 30 } } as const
export const FIELD_DELETED_DAYS = leadFieldPeriods.deletedFields.amount
