import { body, byId, byParams, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'telephonyBudget.get': { allowed: '+33333313' },
  // The business of these tests has no account that charges it.
  'telephonyBudget.change': { allowed: '+33333313', request: body({ cap: 100 }) },
  'telephonyBudget.prices': { allowed: '++3333313' },
  'telephonyBudget.price': {
    allowed: '++3333313 ++3333313 443333313',
    request: byId('number'),
    foreignIds: { 'params.id': byParams('number') },
  },
}
