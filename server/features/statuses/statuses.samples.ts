import { body, byParams, SAYS_NOTHING, type Samples } from '../../testing/routes/samples.ts'

const aStatus = { nameHe: 'נשלח קטלוג', nameEn: 'Catalogue sent', hue: 'teal', type: 'Ongoing' }

export const samples: Samples = {
  'statuses.list': { allowed: '+3333331+' },
  'statuses.create': {
    allowed: '+33333313',
    request: body({}),
    foreignIds: {
      'body.campaignIds': (theirs) => ({ body: { ...aStatus, campaignIds: [theirs.campaign] } }),
    },
  },
  'statuses.change': {
    allowed: '+33333313 - 433333313',
    request: ({ status }) => ({ params: { id: status }, body: { nameEn: 'Renamed' } }),
    foreignIds: {
      'params.id': byParams('status', { nameEn: 'Renamed' }),
      'body.campaignIds': (theirs, ours) => ({
        params: { id: ours.status },
        body: { campaignIds: [theirs.campaign] },
      }),
      'body.expected.campaignIds': SAYS_NOTHING,
    },
    event: 'status.changed',
  },
  'statuses.order': {
    allowed: '+33333313 - 433333313',
    request: ({ status }) => ({ body: { statusId: status, before: null } }),
    foreignIds: {
      'body.statusId': (theirs, ours) => ({ body: { statusId: theirs.status, before: ours.status } }),
      'body.before': (theirs, ours) => ({ body: { statusId: ours.status, before: theirs.status } }),
    },
    event: 'status.ordered',
  },
  'statuses.remove': {
    allowed: '+33333313 - 433333313',
    request: ({ status }) => ({ params: { id: status }, body: {} }),
    foreignIds: {
      'params.id': byParams('status', {}),
      'body.replacement': (theirs, ours) => ({ params: { id: ours.status }, body: { replacement: theirs.status } }),
    },
    event: 'status.deleted',
  },
  'statuses.start': { allowed: '+33333313', request: body({ set: 'general' }) },
}
