/**
 * Error codes, rights and retention periods of message templates, apart from their routes because every page loads them
 * (features.ts).
 */
export const messageTemplateErrors = {
  message_template_not_found: 404,
  /** It is WhatsApp's own, and is changed there. */
  message_template_of_account: 409,
  message_template_full: 409,
  /** The template has no text in the wanted language. */
  message_template_language: 409,
  /** The lead, or another source, has no value for a variable without a fallback. */
  message_template_values_missing: 409,
} as const
/** Changing them is for Owners, as every setting of the business. */
export const messageTemplateRights = {
  'message_templates.use': ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer'],
} as const
/** How long a deleted template can be restored. */
export const messageTemplatePeriods = { deletedTemplates: { unit: 'days', amount: 30 } } as const
