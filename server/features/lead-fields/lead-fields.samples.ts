import { body, byParams, SAYS_NOTHING, type Samples } from '../../testing/routes/samples.ts'

let made = 0
const aField = () => ({ nameHe: `עיר ${++made}`, nameEn: `City ${made}`, type: 'text' })

export const samples: Samples = {
  'leadFields.list': { allowed: '+++++++1+' },
  'leadFields.settings': { allowed: '+33333313', heavy: true },
  'leadFields.create': {
    allowed: '+33333313',
    request: () => ({ body: aField() }),
    foreignIds: {
      'body.campaignIds': (theirs) => ({ body: { ...aField(), campaignIds: [theirs.campaign] } }),
      'body.requiredAt': (theirs) => ({ body: { ...aField(), requiredAt: [theirs.status] } }),
    },
    event: 'lead_field.created',
  },
  'leadFields.change': {
    allowed: '+33333313 - 433333313',
    request: async ({ make }) => ({ params: { id: await make.field() }, body: { helpText: 'Where they live' } }),
    foreignIds: {
      'params.id': byParams('field', { helpText: 'Theirs' }),
      'body.campaignIds': (theirs, ours) => ({ params: { id: ours.field }, body: { campaignIds: [theirs.campaign] } }),
      'body.requiredAt': (theirs, ours) => ({ params: { id: ours.field }, body: { requiredAt: [theirs.status] } }),
      'body.expected.campaignIds': SAYS_NOTHING,
      'body.expected.requiredAt': SAYS_NOTHING,
    },
    event: 'lead_field.changed',
  },
  'leadFields.order': {
    allowed: '+33333313 - 433333313',
    request: async ({ make }) => {
      const [first] = [await make.field(), await make.field()]
      return { body: { fieldId: first, before: null } }
    },
    foreignIds: {
      'body.fieldId': (theirs, ours) => ({ body: { fieldId: theirs.field, before: ours.field } }),
      'body.before': (theirs, ours) => ({ body: { fieldId: ours.field, before: theirs.field } }),
    },
    event: 'lead_field.ordered',
  },
  'leadFields.remove': {
    allowed: '+33333313 - 433333313',
    request: async ({ make }) => ({ params: { id: await make.field() } }),
    foreignIds: { 'params.id': byParams('field') },
    event: 'lead_field.deleted',
  },
  'leadFields.restore': {
    allowed: '+33333313 - 433333313',
    request: async ({ make }) => ({ params: { id: await make.deletedField() } }),
    foreignIds: { 'params.id': byParams('field') },
    event: 'lead_field.restored',
  },
  'leadFields.start': {
    allowed: '+33333313',
    request: body({ set: 'general' }),
    // One event for each field of the set.
    event: Array.from({ length: 6 }, () => 'lead_field.created').join(' '),
  },
}
