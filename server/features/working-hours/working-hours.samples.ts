import { newHours } from '#contract/working-hours/new-hours.ts'
import type { AccessFixtures } from '../../testing/routes/access-fixtures.ts'
import { body, type Samples } from '../../testing/routes/samples.ts'

const hours = { ...newHours('haifa'), specialDays: [{ day: '2026-12-31', name: 'Stocktaking', ranges: [] }] }
const ofCampaign =
  (more: object = {}) =>
  ({ campaign }: AccessFixtures) => ({ params: { id: campaign }, ...more })
const theirs = { 'params.id': (other: { campaign: string }) => ({ params: { id: other.campaign } }) }
const year = { query: { year: 2026 } }

export const samples: Samples = {
  'workingHours.get': { allowed: '+++++++13' },
  'workingHours.change': {
    allowed: '+33333313',
    request: body({ hours, expected: 0 }),
    event: 'working_hours.changed',
  },
  'workingHours.at': { allowed: '+++++++13', request: () => ({ query: { at: '2026-04-01T09:00:00Z' } }) },
  'workingHours.holidays': { allowed: '+++++++13', request: () => year },
  'workingHours.getOfCampaign': {
    allowed: '++++++413 ++4444413 444444413',
    request: ofCampaign(),
    foreignIds: theirs,
  },
  'workingHours.changeOfCampaign': {
    allowed: '+33333313 +33333313 433333313',
    request: ofCampaign({ body: { hours, expected: 0 } }),
    foreignIds: { 'params.id': (other) => ({ params: { id: other.campaign }, body: { hours, expected: 0 } }) },
    event: 'campaign_hours.changed',
  },
  'workingHours.atOfCampaign': {
    allowed: '++++++413 ++4444413 444444413',
    request: ofCampaign({ query: { at: '2026-04-01T09:00:00Z' } }),
    foreignIds: theirs,
  },
  'workingHours.holidaysOfCampaign': {
    allowed: '++++++413 ++4444413 444444413',
    request: ofCampaign(year),
    foreignIds: { 'params.id': (other) => ({ params: { id: other.campaign }, ...year }) },
  },
}
