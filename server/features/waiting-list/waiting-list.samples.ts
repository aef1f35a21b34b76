import { aPlace, body, byParams, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'waitingList.list': { allowed: '+33333313', takesContacts: true },
  'waitingList.count': { allowed: '+33333313' },
  'waitingList.approve': {
    allowed: '+33333313 - 433333313',
    request: async (place) => ({ body: { ids: [await place.request()], ...aPlace(place) } }),
    foreignIds: {
      'body.ids': (theirs) => ({ body: { ids: [theirs.request], role: 'Reader' } }),
      'body.campaigns.campaignId': (theirs, ours) => ({
        body: { ids: [ours.request], role: 'Reader', campaigns: [{ campaignId: theirs.campaign, role: 'Reader' }] },
      }),
    },
    event: 'join.approved member.joined',
  },
  'waitingList.change': {
    allowed: '+33333313 - 433333313',
    request: async (place) => ({ body: { ids: [await place.request()], state: 'Paused' } }),
    foreignIds: { 'body.ids': (theirs) => ({ body: { ids: [theirs.request], state: 'Paused' } }) },
    event: 'join.changed',
  },
  'waitingList.decline': {
    allowed: '+33333313 - 433333313',
    request: async (place) => ({ body: { ids: [await place.request()] } }),
    foreignIds: { 'body.ids': (theirs) => ({ body: { ids: [theirs.request] } }) },
    event: 'join.declined',
  },
  'waitingList.link': { allowed: '+33333313' },
  'waitingList.changeLink': { allowed: '+33333313', request: body({ isEnabled: true }), event: 'join_link.changed' },
  'waitingList.open': { open: 'public', allowed: '+++++++++', request: () => ({ params: { key: 'x' } }) },
  'waitingList.ask': { open: 'user', allowed: '+++++++13', request: () => ({ params: { key: 'x' }, body: {} }) },
  'waitingList.own': { open: 'user', allowed: '+++++++13' },
  'waitingList.withdraw': {
    open: 'user',
    allowed: '444444413 - 444444413',
    request: async (place) => ({ params: { id: await place.request() } }),
    foreignIds: { 'params.id': byParams('request') },
  },
}
