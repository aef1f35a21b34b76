import { byParams, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'recipients.list': {
    allowed: '++++33313 ++4433313 444433313',
    request: ({ campaign }) => ({ params: { id: campaign } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('campaign') },
  },
  'recipients.ask': {
    allowed: '++++33313 ++4433313 444433313',
    request: async (place) => ({
      params: { id: place.campaign },
      body: { channel: 'mail', address: await place.recipient() },
    }),
    byCampaignRole: true,
    takesContacts: true,
    foreignIds: { 'params.id': byParams('campaign', { channel: 'mail', address: 'dana@example.test' }) },
    event: 'recipient.asked',
  },
  'recipients.open': { open: 'public', allowed: '+++++++++', request: () => ({ params: { token: 'x' } }) },
  'recipients.decide': {
    open: 'public',
    allowed: '+++++++++',
    request: () => ({ params: { token: 'x' }, body: { wants: true } }),
  },
}
