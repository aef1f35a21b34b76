/** Error codes of tax documents, separate from the routes because every page loads them (features.ts). */
export const taxDocumentErrors = {
  tax_document_not_found: 404,
  tax_entity_missing: 409,
  tax_certificate_expired: 409,
  tax_allocation_awaited: 409,
  tax_allocation_not_needed: 409,
  tax_no_recipient: 409,
  tax_kind_refused: 422,
  tax_amount_refused: 422,
  tax_credit_too_high: 422,
  tax_payment_refused: 422,
  tax_reference_refused: 422,
} as const
