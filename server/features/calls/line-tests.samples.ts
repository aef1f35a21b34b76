import { byId, byParams, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'lineTests.get': {
    allowed: '++++33313 ++4433313 444433313',
    request: byId('number'),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('number') },
  },
  'lineTests.start': {
    allowed: '++++33313 ++4433313 444433313',
    request: byId('number'),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('number') },
    event: 'number.line_tested',
  },
  'lineTests.set': {
    allowed: '++3333313 ++3333313 443333313',
    request: byId('number', { isDaily: true }),
    foreignIds: { 'params.id': byParams('number', { isDaily: true }) },
    event: 'number.changed',
  },
}
