import { body, byParams, type Samples } from '../../testing/routes/samples.ts'

/** Only Owners, in the own business; a document of another business is not found. */
const ownersOnly = '+33333313'

export const samples: Samples = {
  'taxDocuments.list': { allowed: ownersOnly, request: () => ({}), heavy: true },
  'taxDocuments.export': { allowed: ownersOnly, request: () => ({}) },
  'taxDocuments.pdf': {
    allowed: `${ownersOnly} - 433333313`,
    request: async ({ make }) => ({ params: { id: await make.taxDocument() } }),
    foreignIds: { 'params.id': byParams('taxDocument') },
  },
  'taxDocuments.send': {
    allowed: `${ownersOnly} - 433333313`,
    request: async ({ make }) => ({ params: { id: await make.taxDocument() } }),
    foreignIds: { 'params.id': byParams('taxDocument') },
    event: 'tax_document.sent',
  },
  'taxDocuments.customer': { allowed: ownersOnly, request: () => ({}) },
  'taxDocuments.changeCustomer': {
    allowed: ownersOnly,
    request: body({ name: 'Alon Ltd.', accountantEmail: 'cpa@example.test' }),
    event: 'tax_customer.changed',
    takesContacts: true,
  },
}
