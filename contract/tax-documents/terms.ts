/** Error codes of tax documents, separate from the routes because every page loads them (features.ts). */
export const taxDocumentErrors = {
  tax_document_not_found: 404,
  tax_certificate_expired: 409,
  tax_allocation_awaited: 409,
  tax_no_recipient: 409,
} as const
