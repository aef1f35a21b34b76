import { byId, byParams, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'leadWhy.get': {
    allowed: '++++++413 ++4444413 444444413',
    request: byId('lead'),
    foreignIds: { 'params.id': byParams('lead') },
  },
}
